package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import jakarta.annotation.Resource;
import jakarta.annotation.security.DeclareRoles;
import jakarta.batch.operations.BatchRuntimeException;
import jakarta.batch.operations.JobOperator;
import jakarta.batch.operations.NoSuchJobExecutionException;
import jakarta.batch.runtime.BatchRuntime;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.JobExecution;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Starts the jobs of runs. A separate bean, because the batch runtime checks the identity under
 * which {@link JobLauncher} calls it. Tested by {@code JobAdministrationTest}.
 */
@Stateless
@DeclareRoles("runner")
@TransactionManagement(TransactionManagementType.BEAN)
public class RunJobs {

  static final String NAME = "agent-run";

  private static final int MOST_RESTARTS = 3;

  private static final System.Logger LOG = System.getLogger(RunJobs.class.getName());

  @Resource SessionContext session;

  /**
   * Returns who started or restarted the job of the current thread; empty for the application
   * itself.
   */
  public Optional<String> starter() {
    return session.isCallerInRole("runner")
        ? Optional.empty()
        : Optional.of(session.getCallerPrincipal().getName());
  }

  /**
   * Returns a job's executions in order, each with the run that it named, as far as the job's
   * starter may see them.
   */
  public SequencedMap<Long, String> executions(long execution) {
    JobOperator operator = BatchRuntime.getJobOperator();
    SequencedMap<Long, String> runs = new TreeMap<>();
    operator
        .getJobExecutions(operator.getJobInstance(execution))
        .forEach(it -> runs.put(it.getExecutionId(), run(it)));
    return runs;
  }

  /** Returns the run that the first execution of a job named, or an empty string. */
  public String madeFor(long execution) {
    return Optional.ofNullable(executions(execution).firstEntry())
        .map(Map.Entry::getValue)
        .orElse("");
  }

  /**
   * Makes the batch runtime read its store. At its first use after a start it ends the executions
   * that died with the previous process; without this call they would be STARTED until the first
   * query. This is also the slow part of the first job, done before anything waits for it.
   */
  public void settleEarlierStarts() {
    BatchRuntime.getJobOperator().getJobNames();
  }

  /**
   * Ends a job whose run has ended, if the server died between the two ends. The restarted job
   * finds that there is nothing to do. If it fails too, the next call restarts it again, three
   * times in all.
   *
   * @param execution the one that ended the run
   * @return whether nothing more is to be done; false while a restarted execution is at work
   */
  public boolean settle(UUID run, long execution) {
    try {
      SequencedMap<Long, String> executions = executions(execution);
      if (!run.toString().equals(executions.firstEntry().getValue())) {
        return true;
      }
      long last = executions.lastEntry().getKey();
      return switch (BatchRuntime.getJobOperator().getJobExecution(last).getBatchStatus()) {
        case FAILED -> restartEnded(run, last, after(executions, execution));
        case STARTING, STARTED, STOPPING -> last == execution;
        case COMPLETED, STOPPED, ABANDONED -> true;
      };
    } catch (NoSuchJobExecutionException e) {
      LOG.log(DEBUG, "run %s: its job was stored in memory and is gone".formatted(run), e);
    } catch (BatchRuntimeException e) {
      LOG.log(
          INFO, "run %s: has ended, its job stays as it is (%s)".formatted(run, e.getMessage()));
    }
    return true;
  }

  private static int after(SequencedMap<Long, String> executions, long execution) {
    return (int) executions.keySet().stream().filter(it -> it > execution).count();
  }

  private static boolean restartEnded(UUID run, long last, int restarts) {
    if (restarts >= MOST_RESTARTS) {
      LOG.log(
          WARNING,
          "run %s: has ended, but execution %d failed, too, so its job stays FAILED"
              .formatted(run, last));
      return true;
    }
    long settling = BatchRuntime.getJobOperator().restart(last, parameters(run));
    LOG.log(
        INFO,
        "run %s: has ended, but its job has not; execution %d ends it".formatted(run, settling));
    return false;
  }

  /**
   * A store in memory counts from 1 at each start, so the number may belong to another run's job.
   */
  private boolean isOf(UUID run, long execution) {
    return run.toString().equals(madeFor(execution));
  }

  private static String run(JobExecution execution) {
    return execution.getJobParameters().getProperty("runId", "");
  }

  /**
   * Starts a run's job. The job that it had before is restarted if possible, so that its history
   * stays together in the batch administration; otherwise a new job starts, with the same effect.
   *
   * @param before the execution that last held the run; the claim on the run proves that it is dead
   */
  public void launch(UUID run, Optional<Long> before) {
    JobOperator operator = BatchRuntime.getJobOperator();
    long execution =
        before
            .flatMap(id -> restarted(operator, run, id))
            .orElseGet(() -> operator.start(NAME, parameters(run)));
    LOG.log(INFO, "run %s: started job execution %d".formatted(run, execution));
  }

  private static Properties parameters(UUID run) {
    Properties parameters = new Properties();
    parameters.setProperty("runId", run.toString());
    return parameters;
  }

  private Optional<Long> restarted(JobOperator operator, UUID run, long execution) {
    try {
      JobExecution before = operator.getJobExecution(execution);
      if (!isOf(run, execution)) {
        return Optional.empty();
      }
      BatchStatus status = before.getBatchStatus();
      if (status != BatchStatus.STOPPED && status != BatchStatus.FAILED) {
        return Optional.empty(); // a dead server's, or not quite ended: must not be touched
      }
      return Optional.of(operator.restart(execution, parameters(run)));
    } catch (BatchRuntimeException e) {
      LOG.log(
          INFO,
          "run %s: job execution %d cannot be restarted (%s); a new job replaces it"
              .formatted(run, execution, e.getMessage()));
      return Optional.empty();
    }
  }
}
