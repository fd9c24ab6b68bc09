package dev.reprise.api.operations;

import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A request to show which runs retention erases and cancels, or to do so.
 *
 * @param dryRun whether to change nothing; true if absent
 * @param asOf the time for which a dry run is made, at most 366 days from now: a later one tells
 *     what will be due then of the runs that have ended by now; the present if absent
 * @param plan the plan that a dry run returned, to carry out exactly that
 */
public record RetentionRequest(
    @Nullable Boolean dryRun,
    @Nullable Instant asOf,
    @Nullable
        @Pattern(
            regexp = RetentionPlanToken.PATTERN,
            message = "must be the plan that a dry run returned")
        String plan) {

  boolean isDry() {
    return dryRun == null || dryRun;
  }
}
