package dev.reprise.run.decision;

import dev.reprise.agent.message.Failure;
import dev.reprise.run.state.Attempts;
import java.time.Duration;
import java.util.Optional;

/**
 * How often the process of a server ended while a run was at work there, whatever ended it, and
 * what follows for the next start of the run:
 *
 * <ol>
 *   <li>After the first death, the run starts like any other.
 *   <li>From the second death on, it starts after a pause, and alone: nothing else is at work on
 *       its server. So a further death harms no other run, and only this run can be to blame.
 *   <li>After the third death in one step, or the fifth with steps forward between them, it is
 *       given up. A death beside other runs never reaches these numbers, because one of the others
 *       may have caused it.
 * </ol>
 *
 * <p>A step forward ends the count of its step. The whole count ends when the run proves itself: it
 * takes a step forward and then lives until its lease is renewed, or is released.
 *
 * @param total the deaths since the run last proved itself
 * @param inOneStep those of them since its last step forward
 */
public record ProcessDeaths(int total, int inOneStep) {

  /** No deaths. */
  public static final ProcessDeaths NONE = new ProcessDeaths(0, 0);

  /** A run with at least this many deaths starts alone and after a pause. */
  public static final int ALONE = 2;

  /** A run with this many deaths in one step is given up. */
  public static final int LIMIT_IN_ONE_STEP = 3;

  /** A run with this many deaths is given up, however far it came between them. */
  public static final int LIMIT = 5;

  private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);

  /**
   * Creates a count.
   *
   * @throws IllegalArgumentException if a number is negative, or there are more deaths in one step
   *     than deaths
   */
  public ProcessDeaths {
    if (inOneStep < 0 || total < inOneStep) {
      throw new IllegalArgumentException(
          "%d deaths in one step must be 0 to %d".formatted(inOneStep, total));
    }
  }

  /** Returns the count of a row, which another version of this server may have changed. */
  public static ProcessDeaths ofRow(int total, int inOneStep) {
    return new ProcessDeaths(total, Math.min(total, inOneStep));
  }

  /**
   * Returns the count after one more death.
   *
   * @param others how many other runs were at work on the server
   */
  public ProcessDeaths died(int others) {
    return others > 0
        ? new ProcessDeaths(
            Math.max(total, Math.min(total + 1, LIMIT - 1)),
            Math.max(inOneStep, Math.min(inOneStep + 1, LIMIT_IN_ONE_STEP - 1)))
        : new ProcessDeaths(total + 1, inOneStep + 1);
  }

  /** Returns the count after a step forward. */
  public ProcessDeaths steppedForward() {
    return new ProcessDeaths(total, 0);
  }

  /** Returns whether the run starts only where nothing else is at work, and after a pause. */
  public boolean startsAlone() {
    return total >= ALONE && failure().isEmpty();
  }

  /** Returns how long the run waits for its next start: 10 s after the second death, doubling. */
  public Duration pause() {
    return startsAlone() ? FIRST_PAUSE.multipliedBy(1L << (total - ALONE)) : Duration.ZERO;
  }

  /** Returns why the run must be given up, if it must. */
  public Optional<Failure> failure() {
    if (inOneStep >= LIMIT_IN_ONE_STEP) {
      return Optional.of(failure(inOneStep, "without a step forward between"));
    }
    return total >= LIMIT
        ? Optional.of(failure(total, "however far it came each time"))
        : Optional.empty();
  }

  private static Failure failure(int deaths, String how) {
    return new Failure(
        Attempts.EXHAUSTED,
        "the process of its server ended %d times while the run was at work, %s, and the last time the run was alone there"
            .formatted(deaths, how));
  }
}
