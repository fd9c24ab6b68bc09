package dev.reprise.queue;

import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A queue that only remembers the runs that are submitted; also for tests of other packages. */
public final class KeptQueue extends RunQueue {

  private final List<NewRun> runs = new ArrayList<>();

  @SuppressWarnings("NullAway") // nothing that is overridden uses them
  public KeptQueue() {
    super(null, null, null, null, null, null, null, null);
  }

  @Override
  public Run add(NewRun run) {
    runs.add(run);
    return Run.queued(run, 1, Instant.EPOCH);
  }

  /** Returns the submitted runs, oldest first. */
  public List<NewRun> runs() {
    return List.copyOf(runs);
  }
}
