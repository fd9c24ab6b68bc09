package dev.reprise.operations.retention;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * The runs that retention would erase or cancel at a point in time.
 *
 * @param asOf the point in time; the plan ignores runs that ended or changed later
 * @param due the runs to erase
 * @param kept the runs that exceed a limit but stay
 * @param cancels the runs to cancel
 * @param more whether there are more runs than fit into one plan; the next plan has them
 */
public record RetentionPlan(
    Instant asOf, List<Due> due, List<Kept> kept, List<Cancel> cancels, boolean more) {

  /** The maximum number of runs that one plan erases, and that it cancels. */
  public static final int MAX_RUNS = 1_000;

  public RetentionPlan {
    due = List.copyOf(due);
    kept = List.copyOf(kept);
    cancels = List.copyOf(cancels);
  }

  /**
   * A run to erase.
   *
   * @param bytes the size of its record
   * @param rule the name of the rule that erases it
   * @param limit the limit of the rule that it exceeds
   */
  public record Due(EndedRun run, long bytes, String rule, RetentionLimits.Limit limit) {}

  /** A run that stays, and the reason. */
  public record Kept(EndedRun run, String reason) {}

  /**
   * A run to cancel.
   *
   * @param rule the name of the rule that cancels it
   * @param keep how long that rule keeps it
   */
  public record Cancel(IdleRun run, String rule, RetentionLimits keep) {

    /** Returns the reason, for people. */
    public String reason() {
      return "%s since %s, longer than %s allows (%s)"
          .formatted(
              run.waitingFor().map(what -> "waiting for " + what).orElse("paused"),
              run.since(),
              rule,
              keep);
    }
  }

  /** Returns a digest that identifies exactly these runs in their current state. */
  public String digest() {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (Due one : due) {
        EndedRun run = one.run();
        digest.update(
            "%s %d %s %s%n"
                .formatted(run.id(), run.events(), run.status(), run.endedAt())
                .getBytes(StandardCharsets.UTF_8));
      }
      for (Cancel one : cancels) {
        IdleRun run = one.run();
        digest.update(
            "cancel %s %s %s %s%n"
                .formatted(run.id(), run.version(), run.status(), run.since())
                .getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
