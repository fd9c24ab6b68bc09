package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.TenantScope;
import dev.reprise.run.OperatorRestart;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * What people do with jobs by the server's own means: those of the group that {@code
 * reprise.batch.admins} names list, stop and restart the jobs of all tenants, whatever their role
 * in the application.
 *
 * <p>The server lets no other user do that, and only the application itself submit a job. What it
 * leaves open is judged here: a restart may name another run than the job was made for.
 */
@ApplicationScoped
class BatchAdministration {

  private static final System.Logger LOG = System.getLogger(BatchAdministration.class.getName());

  private RunJobs jobs;
  private BatchJobTables store;
  private String group;
  private boolean hasTenants;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  BatchAdministration() {}

  @Inject
  BatchAdministration(
      RunJobs jobs,
      BatchJobTables store,
      @ConfigProperty(name = "reprise.batch.admins", defaultValue = "group:reprise/batch-admins")
          String group,
      @ConfigProperty(name = TenantScope.PATTERN) Optional<String> tenants) {
    this.jobs = jobs;
    this.store = store;
    this.group = group;
    this.hasTenants = tenants.isPresent();
  }

  void announce(@Observes Startup unused) {
    if (hasTenants) {
      LOG.log(
          WARNING,
          "reprise.tenant.pattern tells tenants apart, but the server's batch administration does"
              + " not: users in %s see, stop and restart the jobs of all tenants".formatted(group));
    }
  }

  /** Lets the group act on a job. */
  void show(long job) {
    try {
      store.assign(job, group);
    } catch (SQLException e) {
      LOG.log(
          WARNING,
          "job %d is not shown in the batch administration until it starts again".formatted(job),
          e);
    }
  }

  /**
   * Returns for which run a job is: the one that its parameter names, or, if it was restarted
   * without parameters, the one for which it was made. That is how the server's REST interface
   * restarts a job unless it is told to reuse its parameters, and then to reuse those of its last
   * execution, which may be none.
   *
   * @param parameter as the job's execution has it
   * @return an empty text if no execution of the job has named any
   */
  String runOf(Optional<String> parameter, JobContext job) {
    return parameter
        .filter(named -> !named.isEmpty())
        .orElseGet(() -> jobs.madeFor(job.getExecutionId()));
  }

  /** Says who started a job, and whether it may take the run that its parameter names. */
  Start judge(UUID run, JobContext job) {
    Optional<String> starter = jobs.starter();
    if (!job.getJobName().equals(RunJobs.NAME)) {
      return new Refused(
          starter.orElse("the application"),
          "a run is carried out by the job %s, and not by %s"
              .formatted(RunJobs.NAME, job.getJobName()));
    }
    return starter.<Start>map(by -> judge(run, job.getExecutionId(), by)).orElseGet(OwnStart::new);
  }

  private Start judge(UUID run, long execution, String by) {
    SequencedMap<Long, String> executions = jobs.executions(execution);
    String stored = executions.firstEntry().getValue();
    if (!stored.equals(run.toString())) {
      return new Refused(
          by,
          "the job is that of run %s, and not of run %s; restart it with its own parameters"
              .formatted(stored, run));
    }
    LOG.log(INFO, "run %s: %s restarted job execution %d".formatted(run, by, execution));
    executions.remove(execution);
    return new Restarted(new OperatorRestart(execution, executions.keySet(), by));
  }

  /** Who started a job, and whether it may go on. */
  sealed interface Start {}

  /** The application itself did. */
  record OwnStart() implements Start {}

  /** A person did, and it is the job of the run that it names. */
  record Restarted(OperatorRestart restart) implements Start {}

  /** It has no business with the run. */
  record Refused(String by, String why) implements Start {}
}
