package dev.reprise.api.stream;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.run.RunView;
import dev.reprise.definition.AgentVersions;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.run.ReplayedRun;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Reads the runs that clients begin to follow. Clients that come at the same time for one run share
 * one read: after a server was away, all of them reconnect at once.
 */
@ApplicationScoped
class RunSnapshots {

  private final Runs runs;
  private final AgentVersions versions;

  @Inject
  RunSnapshots(Runs runs, AgentVersions versions) {
    this.runs = runs;
    this.versions = versions;
  }

  private final Map<UUID, FutureTask<Snapshot>> underWay = new ConcurrentHashMap<>();

  /**
   * A run before its next events.
   *
   * @param run its status may be newer than its progress
   * @param sequence the newest event that the progress includes; the later ones follow
   */
  record Snapshot(RunView run, long sequence) {}

  /** Returns a snapshot that is not older than this row. */
  public Snapshot of(Run row) {
    while (true) {
      var own = new FutureTask<>(() -> read(row));
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

  /** Reads the row last: if its status is newer than the events, those that changed it follow. */
  private Snapshot read(Run row) {
    runs.requireRecord(row); // else the snapshot would always be older than the row
    ReplayedRun folded = runs.fold(row, versions.load(row.tenant(), row.agentVersion()));
    Run now = runs.find(row.id()).orElseThrow(() -> ProblemException.noRun(row.id()));
    return new Snapshot(RunView.of(now, folded.state()), folded.head().sequence());
  }

  private static Snapshot result(FutureTask<Snapshot> read) {
    try {
      return read.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException fault) {
        throw fault;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a run was read", e);
    }
  }
}
