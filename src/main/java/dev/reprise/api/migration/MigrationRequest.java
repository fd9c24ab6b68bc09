package dev.reprise.api.migration;

import dev.reprise.api.http.OneLine;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A request to continue a run with other tools, or with another version of its agent.
 *
 * @param dryRun whether only to show the result, and change nothing; false if absent
 * @param reason for the record; required unless it is a dry run
 * @param agent {@code current} to continue with the present version of the run's agent; absent to
 *     keep the version that the run has
 * @param plan the plan that a dry run returned, to carry out exactly that; absent to carry out
 *     whatever the plan is now
 */
public record MigrationRequest(
    @Nullable Boolean dryRun,
    @Nullable @OneLine String reason,
    @Nullable
        @Pattern(
            regexp = "current",
            message = "must be \"current\", or absent to keep the version that the run has")
        String agent,
    @Nullable @Pattern(regexp = "[0-9a-f]{64}", message = "must be 64 hexadecimal digits")
        String plan) {

  /** A migration to the tools of this server and the present version of the agent. */
  public static final MigrationRequest TO_CURRENT =
      new MigrationRequest(null, null, "current", null);

  boolean isDryRun() {
    return Boolean.TRUE.equals(dryRun);
  }

  /** Returns whether the request names another plan than this one. */
  boolean namesAnotherThan(MigrationPlan present) {
    return plan != null && !plan.equals(present.digest());
  }

  boolean takesCurrentAgent() {
    return agent != null;
  }
}
