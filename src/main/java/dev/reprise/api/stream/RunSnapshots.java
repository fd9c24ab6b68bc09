package dev.reprise.api.stream;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.run.RunView;
import dev.reprise.definition.AgentVersions;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.Run;
import dev.reprise.run.Runs;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * What runs look like to clients that begin to follow them. Clients of one run that come at the
 * same time share one look, because all of them come back when a server was away.
 */
@ApplicationScoped
class RunSnapshots {

  @Inject Runs runs;
  @Inject AgentVersions versions;

  private final Map<UUID, FutureTask<Snapshot>> underWay = new ConcurrentHashMap<>();

  /**
   * Where a run stands while its events are still to come.
   *
   * @param run its status may be of a moment later than its progress
   * @param sequence the newest event that the progress knows of; those behind it follow
   */
  record Snapshot(RunView run, long sequence) {}

  /** Returns a snapshot that is not older than this row. */
  public Snapshot of(Run row) {
    while (true) {
      var own = new FutureTask<>(() -> look(row));
      var first = underWay.putIfAbsent(row.id(), own);
      if (first == null) {
        try {
          own.run();
        } finally {
          underWay.remove(row.id(), own);
        }
      }
      Snapshot seen = result(first == null ? own : first);
      if (seen.sequence() >= row.lastSequence()) {
        return seen;
      }
    }
  }

  /** Looks at the row last, so that no end is told behind which no events would follow. */
  private Snapshot look(Run row) {
    runs.requireRecord(row); // else what is seen would be older for ever
    ReplayedRun folded = runs.fold(row, versions.load(row.tenant(), row.agentVersion()));
    Run now = runs.find(row.id()).orElseThrow(() -> ProblemException.noRun(row.id()));
    return new Snapshot(RunView.of(now, folded.state()), folded.head().sequence());
  }

  private static Snapshot result(FutureTask<Snapshot> look) {
    try {
      return look.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a run was looked at", e);
    }
  }
}
