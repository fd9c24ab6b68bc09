package dev.reprise.run.queue;

import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.Position;
import dev.reprise.run.UnclaimedRuns;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.UUID;

/** Records what people decide about a model call that a run paused for. */
@ApplicationScoped
public class ModelCallDecisions {

  private final UnclaimedRuns unclaimed;
  private final QueueSignal signal;

  @Inject
  public ModelCallDecisions(UnclaimedRuns unclaimed, QueueSignal signal) {
    this.unclaimed = unclaimed;
    this.signal = signal;
  }

  /**
   * Queues the run, which then makes the call.
   *
   * @param head the end of the journal when the person's decision was checked
   * @return false if the run is not paused, or its journal has grown since
   */
  public boolean approve(UUID run, Position head, ControlEvent.Resumed approval) {
    boolean approved = unclaimed.decide(run, head, approval);
    if (approved) {
      signal.fire();
    }
    return approved;
  }

  /**
   * Leaves the run paused with the person's reason; it leaves the inbox, and continues when an
   * operator resumes it.
   *
   * @param head the end of the journal when the person's decision was checked
   * @return false if the run is not paused, or its journal has grown since
   */
  public boolean deny(UUID run, Position head, ControlEvent.Paused denial) {
    return unclaimed.decide(run, head, denial);
  }
}
