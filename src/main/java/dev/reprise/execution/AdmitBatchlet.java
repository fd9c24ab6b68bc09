package dev.reprise.execution;

import jakarta.batch.api.AbstractBatchlet;
import jakarta.batch.api.BatchProperty;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.inject.Named;

/**
 * The first step: makes the job hold its run, or ends the job with an exit status that says why
 * not. Runs again at every restart.
 */
@Dependent
@Named("admit")
public class AdmitBatchlet extends AbstractBatchlet {

  @Inject
  @BatchProperty(name = "runId")
  String runId;

  @Inject JobContext job;
  @Inject Admissions admissions;

  @Override
  public String process() {
    return switch (admissions.admit(runId, job.getExecutionId())) {
      case Admissions.Begin(RunInHand run) -> {
        job.setTransientUserData(run);
        yield "ADMITTED";
      }
      case Admissions.Refuse(String why) -> {
        job.setExitStatus("REFUSED: " + why);
        yield "REFUSED";
      }
    };
  }
}
