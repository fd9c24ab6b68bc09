package dev.reprise.run.decision;

import dev.reprise.agent.LoopResponse;
import dev.reprise.run.state.LoopGuard;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The numbers of repeated iterations in a row after which a run responds to a loop. Each is more
 * than the one before; 0 means never.
 *
 * @param hint when the model is told
 * @param block when the run starts to reject calls that the model repeated
 * @param ask when a person is asked
 */
public record LoopLimits(int hint, int block, int ask) {

  /** 3, 5 and 7. */
  public static final LoopLimits DEFAULT = new LoopLimits(3, 5, 7);

  public LoopLimits {
    int[] limits = IntStream.of(hint, block, ask).filter(limit -> limit != 0).toArray();
    boolean rise = IntStream.range(1, limits.length).allMatch(i -> limits[i - 1] < limits[i]);
    if (!rise || IntStream.of(limits).anyMatch(limit -> limit < 0)) {
      throw new IllegalArgumentException(
          "hint, block and ask must not be negative, and each must be more than those before it"
              + " or 0, not %d, %d and %d".formatted(hint, block, ask));
    }
  }

  /** Returns the response that is due and that the phase has not had yet. */
  public Optional<LoopResponse> due(LoopGuard guard) {
    return reached(guard.streak())
        .filter(next -> guard.measure().map(taken -> !taken.reaches(next)).orElse(true));
  }

  private Optional<LoopResponse> reached(int streak) {
    if (ask > 0 && streak >= ask) {
      return Optional.of(LoopResponse.ASKED);
    }
    if (block > 0 && streak >= block) {
      return Optional.of(LoopResponse.BLOCKED);
    }
    return hint > 0 && streak >= hint ? Optional.of(LoopResponse.HINTED) : Optional.empty();
  }
}
