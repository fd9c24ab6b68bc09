package dev.reprise.api.artifact;

import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;

/**
 * A person says that a generated tool is healthy.
 *
 * @param reason is kept with the tool
 * @param resetMetrics whether its counts of successes and failures begin at zero; false by default
 */
public record BlessRequest(
    @NotBlank(message = "is missing; it must say why") @OneLine(max = 500) String reason,
    @Nullable Boolean resetMetrics) {

  boolean resetsMetrics() {
    return Boolean.TRUE.equals(resetMetrics);
  }
}
