package dev.reprise.api.control;

import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have a run go on with other tools, or with another version of its agent.
 *
 * @param dryRun whether to say what would be, and change nothing; absent for false
 * @param reason for the record; needed unless it is a dry run
 * @param agent {@code current} to take on the present version of the run's agent; absent to keep
 *     the version that the run has
 * @param plan what a dry run has named, to carry out nothing else than it showed; absent to carry
 *     out whatever it is
 */
public record MigrationRequest(
    @Nullable Boolean dryRun,
    @Nullable
        @Size(max = 1000, message = "has at most {max} characters")
        @Pattern(regexp = "[^\\p{Cntrl}\\p{Cs}]*", message = "is one line of text")
        String reason,
    @Nullable
        @Pattern(
            regexp = "current",
            message = "is \"current\", or absent to keep the version that the run has")
        String agent,
    @Nullable @Pattern(regexp = "[0-9a-f]{64}", message = "is 64 hexadecimal digits") String plan) {

  boolean isDryRun() {
    return Boolean.TRUE.equals(dryRun);
  }

  /** Returns whether this plan is not the one that the caller has seen. */
  boolean meansAnotherThan(MigrationPlan present) {
    return plan != null && !plan.equals(present.digest());
  }

  boolean takesCurrentAgent() {
    return agent != null;
  }
}
