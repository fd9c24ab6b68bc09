package dev.reprise.execution.batch;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchActKind;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.store.BatchActs;
import dev.reprise.batch.store.BatchClaims;
import dev.reprise.execution.EngineSettings;
import dev.reprise.execution.job.JobAdministration;
import dev.reprise.execution.job.RunJobs;
import dev.reprise.platform.server.ServerIdentity;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;

/**
 * Claims batches for jobs, however these were started. What an operator restarts in the batch
 * administration continues like what the dispatcher starts: a paused batch is resumed, and one that
 * reached a limit is retried. Tested by {@code BatchOnTwoServersIT}.
 */
@ApplicationScoped
class BatchClaimer {

  private static final System.Logger LOG = System.getLogger(BatchClaimer.class.getName());

  private static final String RESTARTED = "the job was restarted in the batch administration";

  private final BatchClaims claims;
  private final BatchActs acts;
  private final BatchJobs jobs;
  private final RunJobs starters;
  private final JobAdministration administration;
  private final EngineSettings settings;
  private final ServerIdentity server;
  private final Clock clock;

  @Inject
  BatchClaimer(
      BatchClaims claims,
      BatchActs acts,
      BatchJobs jobs,
      RunJobs starters,
      JobAdministration administration,
      EngineSettings settings,
      ServerIdentity server,
      Clock clock) {
    this.claims = claims;
    this.acts = acts;
    this.jobs = jobs;
    this.starters = starters;
    this.administration = administration;
    this.settings = settings;
    this.server = server;
    this.clock = clock;
  }

  /** The result of a claim for a job. */
  sealed interface Result {}

  /** The job holds the batch. */
  record Claimed(ActiveBatch batch) implements Result {}

  /** The job does not hold the batch. */
  record Refused(String why) implements Result {}

  /**
   * Claims the batch of a job.
   *
   * @param parameter the batch that the job's parameter names; empty in a restart without
   *     parameters
   */
  Result claim(Optional<String> parameter, JobContext job) {
    administration.show(job.getInstanceId());
    String owned = jobs.madeFor(job.getExecutionId());
    Optional<String> starter = starters.starter();
    String named = parameter.filter(it -> !it.isEmpty()).orElse(owned);
    if (!job.getJobName().equals(BatchJobs.NAME) || !named.equals(owned)) {
      return refused(
          named,
          job,
          "the job belongs to batch '%s'; restart it with its own parameters".formatted(owned));
    }
    try {
      return claim(UUID.fromString(named), starter, job);
    } catch (IllegalArgumentException e) {
      return refused(named, job, "the job has no parameter batchId, which must be a batch's id");
    }
  }

  private Result claim(UUID id, Optional<String> starter, JobContext job) {
    Optional<Batch> found = claims.find(id);
    if (found.isEmpty()) {
      return refused(id, job, "there is no batch " + id);
    }
    starter.ifPresent(by -> reopen(found.get(), by));
    Batch batch = claims.find(id).orElse(found.get());
    boolean mayClaim =
        switch (batch.status()) {
          case QUEUED, WAITING, RUNNING -> true;
          case LOADING, PAUSED, COMPLETED, FAILED, CANCELLED -> false;
        };
    Optional<Batch> claimed =
        mayClaim
            ? claims.claim(batch, server.thisStart(), settings.lease, job.getExecutionId())
            : Optional.empty();
    if (claimed.isEmpty()) {
      return refused(
          id,
          job,
          batch.holder().owner().isPresent()
              ? "batch %s is %s, held by %s"
                  .formatted(id, batch.status(), batch.holder().owner().get())
              : "batch %s is %s".formatted(id, batch.status()));
    }
    LOG.log(
        INFO,
        "batch %s: continues in job execution %d with epoch %d, %d of %d items ended"
            .formatted(
                id,
                job.getExecutionId(),
                claimed.get().holder().epoch(),
                claimed.get().totals().ended(),
                claimed.get().totals().items()));
    return new Claimed(new ActiveBatch(claimed.get()));
  }

  private void reopen(Batch batch, String by) {
    if (batch.status() == BatchStatus.PAUSED) {
      acts.resume(batch.id(), act(BatchActKind.RESUME, by));
    } else if (batch.status() == BatchStatus.FAILED) {
      acts.retryFailed(batch.id(), act(BatchActKind.RETRY_FAILED, by));
    }
  }

  private BatchAct act(BatchActKind kind, String by) {
    return new BatchAct(kind, by, RESTARTED, clock.instant());
  }

  private static Refused refused(Object batch, JobContext job, String why) {
    LOG.log(
        WARNING,
        "batch %s: refused job execution %d: %s".formatted(batch, job.getExecutionId(), why));
    return new Refused(why);
  }
}
