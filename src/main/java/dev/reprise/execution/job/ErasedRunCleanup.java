package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.job.JobTables.RunExecution;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.store.BlobCleanup;
import dev.reprise.journal.store.RecordEraser;
import dev.reprise.operations.retention.ErasedRun;
import dev.reprise.operations.retention.RunEraser;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Removes what is left of erased runs: their records, then their jobs, then the note that something
 * is left. Each step may be cut off and repeated, by any server. The cleanup also ends jobs that
 * never started.
 */
@ApplicationScoped
public class ErasedRunCleanup {

  private static final System.Logger LOG = System.getLogger(ErasedRunCleanup.class.getName());

  /** For how many runs at once the job tables are searched, which have no index by run. */
  private static final int AT_ONCE = 100;

  /**
   * After this time, a job of an erased run that is still open is removed: its server never came
   * back to end it.
   */
  private static final Duration GIVEN_UP = Duration.ofDays(1);

  private final RunEraser erasures;
  private final RecordEraser records;
  private final JobTables jobs;
  private final UnstartedJobs unstarted;
  private final BlobCleanup blobs;
  private final Clock clock;

  @Inject
  ErasedRunCleanup(
      RunEraser erasures,
      RecordEraser records,
      JobTables jobs,
      UnstartedJobs unstarted,
      BlobCleanup blobs,
      Clock clock) {
    this.erasures = erasures;
    this.records = records;
    this.jobs = jobs;
    this.unstarted = unstarted;
    this.blobs = blobs;
    this.clock = clock;
  }

  /**
   * Removes what can be removed now; the next call continues.
   *
   * @param stop checked before each run: whether to leave the rest
   */
  public void remove(BooleanSupplier stop) {
    try {
      List<ErasedRun> some = erasures.leftovers(Optional.empty(), AT_ONCE);
      while (!some.isEmpty()) {
        remove(some, stop);
        some = erasures.leftovers(Optional.of(some.getLast()), AT_ONCE);
      }
    } catch (DatabaseException | JournalUnavailableException e) {
      LOG.log(WARNING, "erased runs could not be cleaned up; the next try follows soon", e);
    }
  }

  private void remove(List<ErasedRun> some, BooleanSupplier stop) {
    Map<UUID, List<RunExecution>> executionsOf =
        jobs.executionsOf(some.stream().map(ErasedRun::run).toList()).stream()
            .collect(Collectors.groupingBy(RunExecution::run));
    for (ErasedRun run : some) {
      if (stop.getAsBoolean()) {
        return;
      }
      remove(run, executionsOf.getOrDefault(run.run(), List.of()));
    }
  }

  private void remove(ErasedRun run, List<RunExecution> executions) {
    long events = records.erase(run.run());
    boolean givenUp = run.at().plus(GIVEN_UP).isBefore(clock.instant());
    if (executions.stream().anyMatch(RunExecution::isOpen) && !givenUp) {
      return; // a job ends shortly after its run and needs its own rows until then
    }
    int removed = 0;
    for (long job : executions.stream().map(RunExecution::jobInstanceId).distinct().toList()) {
      removed += jobs.erase(run.run(), job) ? 1 : 0;
    }
    erasures.done(run.run());
    LOG.log(
        INFO,
        "run %s: erased, %d events and %d jobs removed".formatted(run.run(), events, removed));
  }

  /** Ends jobs whose server was killed before the execution that it was about to start. */
  public void endUnstartedJobs() {
    Instant before = clock.instant().minus(UnstartedJobs.GRACE);
    try {
      int removed = unstarted.remove(before);
      int closed = unstarted.close(before);
      if (removed + closed > 0) {
        LOG.log(
            INFO,
            "jobs: removed %d whose server died before their first execution, and closed %d whose server died before the next one"
                .formatted(removed, closed));
      }
    } catch (DatabaseException e) {
      LOG.log(WARNING, "jobs that never started could not be ended; the next pass tries again", e);
    }
  }

  /** Removes the large payloads that only erased runs had. */
  public void sweepBlobs() {
    try {
      int removed = blobs.sweep(clock.instant());
      if (removed > 0) {
        LOG.log(INFO, "large payloads: removed %d that no record uses any more".formatted(removed));
      }
    } catch (DatabaseException e) {
      LOG.log(WARNING, "unused large payloads could not be removed; the next pass tries again", e);
    }
  }
}
