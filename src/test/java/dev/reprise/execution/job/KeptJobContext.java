package dev.reprise.execution.job;

import jakarta.batch.runtime.BatchStatus;
import jakarta.batch.runtime.context.JobContext;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The context of a job at its end, as a listener sees it. */
public final class KeptJobContext implements JobContext {

  private final BatchStatus status;
  private @Nullable Object data;
  private String exitStatus;

  public KeptJobContext(BatchStatus status, String exitStatus, Object data) {
    this.status = status;
    this.exitStatus = exitStatus;
    this.data = data;
  }

  @Override
  public String getJobName() {
    return RunJobs.NAME;
  }

  @Override
  public @Nullable Object getTransientUserData() {
    return data;
  }

  @Override
  public void setTransientUserData(@Nullable Object next) {
    data = next;
  }

  @Override
  public long getInstanceId() {
    return 1;
  }

  @Override
  public long getExecutionId() {
    return 2;
  }

  @Override
  public Properties getProperties() {
    return new Properties();
  }

  @Override
  public BatchStatus getBatchStatus() {
    return status;
  }

  @Override
  public String getExitStatus() {
    return exitStatus;
  }

  @Override
  public void setExitStatus(String next) {
    exitStatus = next;
  }
}
