package dev.reprise.execution.batch;

import dev.reprise.batch.Batch;
import jakarta.annotation.security.DeclareRoles;
import jakarta.annotation.security.RunAs;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;

/**
 * Runs under the identity with which the application starts jobs: the batch runtime checks the
 * caller of {@link BatchJobs}.
 */
@Stateless
@DeclareRoles("runner")
@RunAs("runner")
@TransactionManagement(TransactionManagementType.BEAN)
public class BatchJobLauncher {

  @Inject BatchJobs jobs;

  /** Starts the job of a batch that was reserved for this server. */
  public void launch(Batch batch) {
    jobs.launch(batch.id(), batch.holder().execution());
  }
}
