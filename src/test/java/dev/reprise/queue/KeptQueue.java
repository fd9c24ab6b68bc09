package dev.reprise.queue;

import dev.reprise.journal.Position;
import dev.reprise.queue.row.NewRun;
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
  public Position add(NewRun run) {
    runs.add(run);
    return Position.START;
  }

  /** Returns the submitted runs, oldest first. */
  public List<NewRun> runs() {
    return List.copyOf(runs);
  }
}
