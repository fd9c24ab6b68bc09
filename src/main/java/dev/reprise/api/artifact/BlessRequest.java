package dev.reprise.api.artifact;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A person says that a generated tool is healthy.
 *
 * @param reason is kept with the tool
 * @param resetMetrics whether its counts of successes and failures begin at zero; false by default
 */
public record BlessRequest(
    @NotBlank(message = "is missing; it must say why")
        @Size(max = 500, message = "must have at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}]*", message = "must be one line of text")
        String reason,
    @Nullable Boolean resetMetrics) {

  boolean resetsMetrics() {
    return Boolean.TRUE.equals(resetMetrics);
  }
}
