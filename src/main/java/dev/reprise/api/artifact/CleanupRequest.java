package dev.reprise.api.artifact;

import dev.reprise.api.http.OneLine;
import dev.reprise.artifact.store.ArtifactCleanup;
import jakarta.validation.constraints.NotBlank;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request to put away generated tools that are not called any more, or to show which.
 *
 * @param role only tools of this role; all if absent
 * @param dryRun whether to change nothing; true if absent
 * @param reason is kept with each tool
 */
public record CleanupRequest(
    @Nullable String role,
    @Nullable Boolean dryRun,
    @NotBlank(message = "is missing; it must say why") @OneLine(max = 500) String reason) {

  boolean isDry() {
    return dryRun == null || dryRun;
  }

  ArtifactCleanup.Scope scope(String tenant) {
    return new ArtifactCleanup.Scope(tenant, Optional.ofNullable(role));
  }
}
