package dev.reprise.api.artifact;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
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
    @NotBlank(message = "is missing; it must say why")
        @Size(max = 500, message = "must have at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}]*", message = "must be one line of text")
        String reason) {

  boolean isDry() {
    return dryRun == null || dryRun;
  }
}
