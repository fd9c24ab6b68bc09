package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.LifecycleEvent;
import java.util.Optional;

/**
 * How often a run was claimed since its last step forward.
 *
 * @param admissions the claims that ended without a report of the holder, because its server died
 *     or lost its lease; the active claim is among them
 * @param breakdowns the claims that ended when the run was requeued because it broke down
 * @param last the failure of the newest breakdown
 */
public record Attempts(int admissions, int breakdowns, Optional<Failure> last) {

  /** The code of the failure of a run that is given up. */
  public static final String EXHAUSTED = "attempts_exhausted";

  static final Attempts NONE = new Attempts(0, 0, Optional.empty());

  /** Returns the number of all attempts. */
  int total() {
    return admissions + breakdowns;
  }

  /**
   * Returns the attempts after one more admission. If the run was not to blame for the end of the
   * last admission, the new one replaces it. The result is never less than the number of losses
   * that count against the run.
   */
  Attempts admitted(LifecycleEvent.Admitted event) {
    int one = event.beside().isPresent() ? Math.max(1, admissions) : admissions + 1;
    return new Attempts(Math.max(one, event.losses().orElse(0)), breakdowns, last);
  }

  /** Returns the attempts after the end of an admission that does not count. */
  Attempts handedOver() {
    return new Attempts(Math.max(0, admissions - 1), breakdowns, last);
  }

  Attempts brokeDown(Failure failure) {
    return new Attempts(Math.max(0, admissions - 1), breakdowns + 1, Optional.of(failure));
  }

  /**
   * Returns why the run must be given up because of its breakdowns, if it must. The row counts the
   * deaths of its servers.
   */
  public Optional<Failure> exhausted(int maxBreakdowns) {
    return breakdowns >= maxBreakdowns
        ? Optional.of(
            new Failure(
                EXHAUSTED,
                "it broke down %d times without a step forward%s"
                    .formatted(
                        breakdowns, last.map(it -> ", the last time with " + it).orElse(""))))
        : Optional.empty();
  }

  /** Returns the failure of a run whose record no holder has read to the end. */
  public static Failure unread(int admissions) {
    return new Failure(
        EXHAUSTED, "claimed %d times without reading its record to the end".formatted(admissions));
  }
}
