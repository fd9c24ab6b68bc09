package dev.reprise.run.state;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.LifecycleEvent;
import java.util.Optional;

/**
 * How often a run was taken on since it last took a step forward.
 *
 * @param admissions those of which no holder gave an account, as its server ended or lost its
 *     lease; the one under way is among them
 * @param breakdowns those that ended with the run put back, because it broke down
 * @param last why it broke down last
 */
public record Attempts(int admissions, int breakdowns, Optional<Failure> last) {

  /** The code of the failure of a run that is given up. */
  public static final String EXHAUSTED = "attempts_exhausted";

  static final Attempts NONE = new Attempts(0, 0, Optional.empty());

  /** Returns how many they are together. */
  int total() {
    return admissions + breakdowns;
  }

  /**
   * Returns them with one more admission; with one in the place of the last, if its end was none of
   * the run's fault; and with all ends of servers that are held against the run.
   */
  Attempts admitted(LifecycleEvent.Admitted event) {
    int one = event.beside().isPresent() ? Math.max(1, admissions) : admissions + 1;
    return new Attempts(Math.max(one, event.losses().orElse(0)), breakdowns, last);
  }

  /** Returns them behind the end of an admission that does not count. */
  Attempts handedOver() {
    return new Attempts(Math.max(0, admissions - 1), breakdowns, last);
  }

  Attempts brokeDown(Failure failure) {
    return new Attempts(Math.max(0, admissions - 1), breakdowns + 1, Optional.of(failure));
  }

  /** Returns why to give the run up, if it is time. */
  public Optional<Failure> exhausted(int maxAdmissions, int maxBreakdowns) {
    if (breakdowns >= maxBreakdowns) {
      return Optional.of(
          new Failure(
              EXHAUSTED,
              "it broke down %d times without a step forward%s"
                  .formatted(breakdowns, last.map(it -> ", the last time with " + it).orElse(""))));
    }
    return admissions > maxAdmissions
        ? Optional.of(lost(admissions, "a step forward"))
        : Optional.empty();
  }

  /** Returns why a run is given up whose record nobody came to read to its end. */
  public static Failure unread(int admissions) {
    return lost(admissions, "its record having been read to the end");
  }

  /** Returns why a run is given up whose servers end with it. */
  static Failure lost(int admissions, String without) {
    return new Failure(EXHAUSTED, "taken on %d times without %s".formatted(admissions, without));
  }
}
