package dev.reprise.run.queue;

import dev.reprise.run.NewRun;
import java.util.ArrayList;
import java.util.List;

/** A queue that keeps what is put into it, and nothing else; for tests of other rooms, too. */
public final class KeptQueue extends RunQueue {

  private final List<NewRun> runs = new ArrayList<>();

  @Override
  public void add(NewRun run) {
    runs.add(run);
  }

  /** Returns what was put in, oldest first. */
  public List<NewRun> runs() {
    return List.copyOf(runs);
  }
}
