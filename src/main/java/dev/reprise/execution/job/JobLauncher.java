package dev.reprise.execution.job;

import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;

/**
 * Runs under the identity with which the application starts jobs, on any thread: the batch runtime
 * checks the caller of {@link RunJobs}.
 */
@Stateless
@DeclareRoles("runner")
@RunAs("runner")
@TransactionManagement(TransactionManagementType.BEAN)
public class JobLauncher {

  @Inject RunJobs jobs;

  /** See {@link RunJobs#settleEarlierStarts}. */
  public void settleEarlierStarts() {
    jobs.settleEarlierStarts();
  }

  /** See {@link RunJobs#settle}. */
  public boolean settle(UUID run, long execution) {
    return jobs.settle(run, execution);
  }

  /** See {@link RunJobs#launch}. */
  public void launch(UUID run, Optional<Long> before) {
    jobs.launch(run, before);
  }
}
