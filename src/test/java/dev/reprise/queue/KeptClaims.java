package dev.reprise.queue;

import dev.reprise.journal.LifecycleEvent;
import dev.reprise.queue.row.Claim;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Claims that only remember the runs that are put back; also for tests of other packages. */
public final class KeptClaims extends Claims {

  private final List<PutBack> runs = new ArrayList<>();

  @SuppressWarnings("NullAway") // nothing that is overridden uses them
  public KeptClaims() {
    super(null, null, null, null, null);
  }

  /** A run that was put back. */
  public record PutBack(Claim claim, Duration delay, LifecycleEvent.BrokeDown why) {}

  @Override
  public boolean requeue(Claim claim, Duration delay, LifecycleEvent.BrokeDown why) {
    runs.add(new PutBack(claim, delay, why));
    return true;
  }

  /** Returns the run that was put back last. */
  public PutBack last() {
    return runs.getLast();
  }
}
