package dev.reprise.run.retention;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * The runs that retention would erase at a point in time.
 *
 * @param asOf the point in time; the plan ignores runs that ended later
 * @param due the runs to erase
 * @param kept the runs that exceed a limit but stay
 * @param more whether there are more runs to erase than fit into one plan; the next plan has them
 */
public record RetentionPlan(Instant asOf, List<Due> due, List<Kept> kept, boolean more) {

  /** The maximum number of runs that one plan erases. */
  public static final int MAX_RUNS = 1_000;

  public RetentionPlan {
    due = List.copyOf(due);
    kept = List.copyOf(kept);
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
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
