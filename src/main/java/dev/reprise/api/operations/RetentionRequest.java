package dev.reprise.api.operations;

import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to show which runs retention erases, or to erase them.
 *
 * @param dryRun whether to change nothing; true if absent
 * @param plan the plan that a dry run returned, to carry out exactly that
 */
public record RetentionRequest(
    @Nullable Boolean dryRun,
    @Nullable
        @Pattern(
            regexp = RetentionPlanToken.PATTERN,
            message = "must be the plan that a dry run returned")
        String plan) {

  boolean isDry() {
    return dryRun == null || dryRun;
  }
}
