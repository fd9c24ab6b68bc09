package dev.reprise.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.queue.row.UnclaimedRuns;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;

/**
 * Records what people say of a model call that a run paused for.
 *
 * <p>Each method returns false if the run is not paused any more, or its journal has grown since
 * the end that it is given, at which the person's words were checked.
 */
@ApplicationScoped
public class ModelCallDecisions {

  private final UnclaimedRuns unclaimed;
  private final QueueSignal signal;

  @Inject
  public ModelCallDecisions(UnclaimedRuns unclaimed, QueueSignal signal) {
    this.unclaimed = unclaimed;
    this.signal = signal;
  }

  /** Records the last approval that was needed, and queues the run, which then makes the call. */
  public boolean approve(
      UUID run,
      Position head,
      HumanInputEvent.Decided approval,
      ControlEvent.Resumed continuation) {
    boolean approved = unclaimed.decide(run, head, List.of(approval, continuation));
    if (approved) {
      signal.fire();
    }
    return approved;
  }

  /**
   * Records a denial, and leaves the run paused with the person's reason; it leaves the inbox, and
   * continues when an operator resumes it.
   */
  public boolean deny(
      UUID run, Position head, HumanInputEvent.Decided denial, ControlEvent.Paused pause) {
    return unclaimed.decide(run, head, List.of(denial, pause));
  }

  /** Records words after which people are asked on: one approval of several, or a delegation. */
  public boolean note(UUID run, Position head, HumanInputEvent input) {
    return unclaimed.note(run, head, List.<RunEvent>of(input));
  }
}
