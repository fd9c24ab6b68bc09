package dev.reprise.run.retention;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;

/**
 * What retention would erase at a moment.
 *
 * @param asOf the moment: what ended later is not looked at
 * @param due the runs to erase
 * @param kept runs that are beyond a limit and stay all the same
 * @param more whether there are more to erase than one plan holds; the next plan has them
 */
public record RetentionPlan(Instant asOf, List<Due> due, List<Kept> kept, boolean more) {

  /** As many runs as one plan erases. */
  public static final int MOST = 1_000;

  public RetentionPlan {
    due = List.copyOf(due);
    kept = List.copyOf(kept);
  }

  /**
   * A run to erase.
   *
   * @param bytes what its record holds
   * @param rule the rule that lets it go
   * @param limit what of the rule it is beyond
   */
  public record Due(EndedRun run, long bytes, String rule, RetentionLimits.Limit limit) {}

  /** A run that stays, and why. */
  public record Kept(EndedRun run, String reason) {}

  /** Returns what names exactly these runs in this state. */
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
