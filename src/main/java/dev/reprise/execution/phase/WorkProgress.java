package dev.reprise.execution.phase;

import dev.reprise.run.decision.NextStep;
import java.util.Optional;

/** How far the work on a phase has come. */
public sealed interface WorkProgress {

  /** The end of the phase is decided and not yet recorded. */
  record Ended(NextStep.PhaseEnd end) implements WorkProgress {}

  /** The work ended earlier, because the run was asked to stop or must wait. */
  record Stopped() implements WorkProgress {}

  /** The work continues. */
  record AtWork() implements WorkProgress {}

  /** Returns the progress of work that is over. */
  static WorkProgress of(Optional<NextStep.PhaseEnd> end) {
    return end.<WorkProgress>map(Ended::new).orElseGet(Stopped::new);
  }
}
