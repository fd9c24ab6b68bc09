package dev.reprise.api.operations;

import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A wish to see which runs retention lets go, or to have it carried out.
 *
 * @param dryRun whether to change nothing; true if absent
 * @param plan what a dry run named, to have exactly that carried out
 */
public record RetentionRequest(
    @Nullable Boolean dryRun,
    @Nullable
        @Pattern(
            regexp = RetentionPlanToken.PATTERN,
            message = "is the plan that a dry run has named")
        String plan) {

  boolean isDry() {
    return dryRun == null || dryRun;
  }
}
