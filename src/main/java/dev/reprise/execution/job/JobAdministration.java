package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.TenantScope;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.ServerVariables;
import dev.reprise.queue.OperatorRestart;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;

/**
 * What people do with jobs by the server's own means: members of the group that {@code
 * reprise.batch.admins} names list, stop and restart the jobs of all tenants, whatever their role
 * in the application.
 *
 * <p>The server allows this to no other user, and lets only the application submit a job. One check
 * remains for this class: a restart may name another run than the one that the job was made for.
 */
@ApplicationScoped
public class JobAdministration {

  private static final System.Logger LOG = System.getLogger(JobAdministration.class.getName());

  private final RunJobs jobs;
  private final JobTables store;
  private final String group;
  private final boolean hasTenants;

  @Inject
  JobAdministration(RunJobs jobs, JobTables store, Config config) {
    this.jobs = jobs;
    this.store = store;
    this.group = ServerVariables.BATCH_ADMINS.get(config);
    this.hasTenants = TenantScope.isDivided(config);
  }

  void announce(@Observes Startup unused) {
    if (hasTenants) {
      LOG.log(
          WARNING,
          "reprise.tenant.pattern separates tenants, but the server's batch administration does"
              + " not: users in %s see, stop and restart the jobs of all tenants".formatted(group));
    }
  }

  /** Allows the group to act on a job. */
  public void show(long job) {
    try {
      store.assign(job, group);
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "job %d is not shown in the batch administration until it starts again".formatted(job),
          e);
    }
  }

  /**
   * Returns the run of a job: the one that its parameter names or, if it was restarted without
   * parameters, the one for which it was made. The server's REST interface restarts a job without
   * parameters unless it is told to reuse them, and then it reuses those of the last execution,
   * which may have none.
   *
   * @param parameter the parameter of the job's execution
   * @return an empty string if no execution of the job has named a run
   */
  String runOf(Optional<String> parameter, JobContext job) {
    return parameter
        .filter(named -> !named.isEmpty())
        .orElseGet(() -> jobs.madeFor(job.getExecutionId()));
  }

  /** Checks who started a job, and whether it may claim the run that its parameter names. */
  Start check(UUID run, JobContext job) {
    Optional<String> starter = jobs.starter();
    if (!job.getJobName().equals(RunJobs.NAME)) {
      return new Refused(
          starter.orElse("the application"),
          "the job %s executes runs, not the job %s".formatted(RunJobs.NAME, job.getJobName()));
    }
    return starter.<Start>map(by -> check(run, job.getExecutionId(), by)).orElseGet(OwnStart::new);
  }

  private Start check(UUID run, long execution, String by) {
    SequencedMap<Long, String> executions = jobs.executions(execution);
    String stored = executions.firstEntry().getValue();
    if (!stored.equals(run.toString())) {
      return new Refused(
          by,
          "the job belongs to run %s, not to run %s; restart it with its own parameters"
              .formatted(stored, run));
    }
    LOG.log(INFO, "run %s: %s restarted job execution %d".formatted(run, by, execution));
    executions.remove(execution);
    return new Restarted(new OperatorRestart(execution, executions.keySet(), by));
  }

  /** Who started a job, and whether it may continue. */
  sealed interface Start {}

  /** The application itself started it. */
  record OwnStart() implements Start {}

  /** A person restarted it, and it belongs to the run that it names. */
  record Restarted(OperatorRestart restart) implements Start {}

  /** It may not claim the run. */
  record Refused(String by, String why) implements Start {}
}
