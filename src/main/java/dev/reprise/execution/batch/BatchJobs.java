package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;

import jakarta.annotation.security.DeclareRoles;
import jakarta.batch.operations.BatchRuntimeException;
import jakarta.batch.operations.JobOperator;
import jakarta.batch.runtime.BatchRuntime;
import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.JobExecution;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.util.Comparator;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;

/**
 * Starts the jobs of batches. A separate bean, because the batch runtime checks the identity under
 * which {@link BatchJobLauncher} calls it.
 */
@Stateless
@DeclareRoles("runner")
@TransactionManagement(TransactionManagementType.BEAN)
public class BatchJobs {

  static final String NAME = "agent-batch";

  private static final String BATCH = "batchId";

  private static final System.Logger LOG = System.getLogger(BatchJobs.class.getName());

  /** Returns the batch that the first execution of a job named, or an empty string. */
  public String madeFor(long execution) {
    JobOperator operator = BatchRuntime.getJobOperator();
    return operator.getJobExecutions(operator.getJobInstance(execution)).stream()
        .min(Comparator.comparingLong(JobExecution::getExecutionId))
        .map(first -> first.getJobParameters().getProperty(BATCH, ""))
        .orElse("");
  }

  /**
   * Starts the job of a batch. The job that it had before is restarted if possible, so that its
   * history stays together; otherwise a new one starts, with the same effect.
   *
   * @param before the execution that last held the batch
   */
  public void launch(UUID batch, Optional<Long> before) {
    JobOperator operator = BatchRuntime.getJobOperator();
    Properties parameters = new Properties();
    parameters.setProperty(BATCH, batch.toString());
    long execution =
        before
            .flatMap(id -> restarted(operator, batch, id, parameters))
            .orElseGet(() -> operator.start(NAME, parameters));
    LOG.log(INFO, "batch %s: started job execution %d".formatted(batch, execution));
  }

  private Optional<Long> restarted(
      JobOperator operator, UUID batch, long execution, Properties parameters) {
    try {
      BatchStatus status = operator.getJobExecution(execution).getBatchStatus();
      boolean isRestartable = status == BatchStatus.STOPPED || status == BatchStatus.FAILED;
      return isRestartable && madeFor(execution).equals(batch.toString())
          ? Optional.of(operator.restart(execution, parameters))
          : Optional.empty(); // a dead server's, or not quite ended: must not be touched
    } catch (BatchRuntimeException e) {
      LOG.log(
          INFO,
          "batch %s: job execution %d cannot be restarted (%s); a new job replaces it"
              .formatted(batch, execution, e.getMessage()));
      return Optional.empty();
    }
  }
}
