package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.message.Failure;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.definition.UnknownAgentVersionException;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.ClaimLimits;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.EngineSettings;
import dev.reprise.execution.Lease;
import dev.reprise.execution.LeaseClock;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.budget.LostModelCalls;
import dev.reprise.execution.telemetry.RunTracing;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.Journal;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.Claims;
import dev.reprise.queue.LostInMemoryRuns;
import dev.reprise.queue.row.Claim;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.telemetry.RunContext;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Claims runs for jobs: claims the row, replays the journal, checks both, and compares what the run
 * pinned with what this server has. Tested by {@code BreakdownAtAdmissionTest}.
 */
@ApplicationScoped
class RunClaimer {

  private static final System.Logger LOG = System.getLogger(RunClaimer.class.getName());

  private final Claims claims;
  private final Journal journal;
  private final AgentVersions agents;
  private final CompatibilityCheck compatibility;
  private final ToolCatalogue tools;
  private final ActiveRuns active;
  private final LeaseClock leases;
  private final FailedClaims failures;
  private final LostModelCalls lostCalls;
  private final WorkflowBreakerPermits workflows;
  private final JobAdministration administration;
  private final JobHandover handover;
  private final RunTracing tracing;
  private final EngineSettings settings;
  private final ServerIdentity server;
  private final ClaimLimits limits;

  @Inject
  RunClaimer(
      Claims claims,
      Journal journal,
      AgentVersions agents,
      CompatibilityCheck compatibility,
      ToolCatalogue tools,
      ActiveRuns active,
      LeaseClock leases,
      FailedClaims failures,
      LostModelCalls lostCalls,
      WorkflowBreakerPermits workflows,
      JobAdministration administration,
      JobHandover handover,
      RunTracing tracing,
      EngineSettings settings,
      ServerIdentity server,
      ClaimLimits limits) {
    this.claims = claims;
    this.journal = journal;
    this.agents = agents;
    this.compatibility = compatibility;
    this.tools = tools;
    this.active = active;
    this.leases = leases;
    this.failures = failures;
    this.lostCalls = lostCalls;
    this.workflows = workflows;
    this.administration = administration;
    this.handover = handover;
    this.tracing = tracing;
    this.settings = settings;
    this.server = server;
    this.limits = limits;
  }

  /** Claims the run that a job's parameter names, which a person may have written. */
  Result claim(String runId, JobContext job) {
    UUID id;
    try {
      id = UUID.fromString(runId);
    } catch (IllegalArgumentException e) {
      return new Refused(
          runId.isEmpty()
              ? "the job has no parameter runId, which must name its run"
              : "the job parameter runId must be the id of a run, not '%s'".formatted(runId));
    }
    Optional<Long> execution = Optional.of(job.getExecutionId());
    return switch (administration.check(id, job)) {
      case JobAdministration.OwnStart ignored ->
          handover.take(id, job.getExecutionId()).orElseGet(() -> claim(id, execution));
      case JobAdministration.Restarted(var restart) ->
          claim(id, execution, () -> claims.claim(id, server.thisStart(), settings.lease, restart));
      case JobAdministration.Refused(String by, String why) -> {
        LOG.log(
            WARNING,
            "run %s: refused job execution %d, which %s started: %s"
                .formatted(id, job.getExecutionId(), by, why));
        yield new Refused(why);
      }
    };
  }

  /**
   * Claims a run for a job that the application started, or for execution without a job.
   *
   * @param execution the job's execution; empty if there is no job
   */
  Result claim(UUID id, Optional<Long> execution) {
    return claim(id, execution, () -> claimRow(id, execution));
  }

  private Result claim(UUID id, Optional<Long> execution, Supplier<ClaimResult> claim) {
    LeaseClock.Moment asked = leases.now();
    try {
      return switch (claim.get()) {
        case ClaimResult.Admitted admitted -> begin(admitted, lease(admitted, asked), execution);
        case ClaimResult.AlreadyEnded(RunStatus status) -> {
          LOG.log(INFO, "run %s: is %s, nothing to do%s".formatted(id, status, in(execution)));
          workflows.abandon(id);
          yield new AlreadyEnded(status);
        }
        case ClaimResult.Refused(String why) -> {
          LOG.log(WARNING, "run %s: not claimed%s: %s".formatted(id, in(execution), why));
          workflows.abandon(id);
          yield new Refused(why);
        }
      };
    } finally {
      active.started(id); // in any case the run is no longer one that is about to start
    }
  }

  private ClaimResult claimRow(UUID id, Optional<Long> execution) {
    return active
        .reserved(id)
        .map(row -> claims.claim(row, server.thisStart(), settings.lease, execution))
        .orElseGet(() -> claims.claim(id, server.thisStart(), settings.lease, execution));
  }

  private Lease lease(ClaimResult.Admitted admitted, LeaseClock.Moment asked) {
    return active.reading(
        admitted.row(),
        new Lease(admitted.claim(), leases, claim -> claims.renew(claim, settings.lease), asked));
  }

  Result begin(ClaimResult.Admitted admitted, Lease lease, Optional<Long> execution) {
    Claim claim = admitted.claim();
    return new RunContext(claim.run(), claim.tenant(), claim.epoch())
        .in(() -> inContext(admitted, lease, execution));
  }

  private Result inContext(ClaimResult.Admitted admitted, Lease lease, Optional<Long> execution) {
    long began = tracing.now();
    RunRow row = admitted.row();
    Optional<Failure> unread = limits.beforeReading(row);
    if (unread.isPresent()) {
      return failures.givenUp(admitted, unread.get());
    }
    try {
      AgentDefinition agent = agents.load(row.tenant(), row.agentVersion());
      ReplayedRun replayed = replay(row, agent);
      tracing.verified("intact");
      if (!replayed.state().hasBeginning()) {
        return failures.of(admitted, LostInMemoryRuns.failure());
      }
      Optional<Failure> exhausted = limits.afterReading(row, replayed.state());
      if (exhausted.isPresent()) {
        return failures.givenUp(admitted, exhausted.get());
      }
      if (row.holderFailures().admissions() > 0) {
        claims.resetAdmissions(
            admitted.claim()); // from here on the record itself counts breakdowns
      }
      var run = new ActiveRun(lease, row.submitterRole(), journal, replayed);
      if (row.holderFailures().deaths().total() > 0) {
        run.suspect(row.holderFailures().deaths().startsAlone());
      }
      if (row.holderFailures().isLost()) {
        lostCalls.record(run);
      }
      run.posted(row.messages());
      if (row.cancelRequested()) {
        run.stop(StopCause.CANCEL);
      } else if (row.pauseRequested()) {
        run.stop(StopCause.PAUSE);
      }
      stopIfMismatched(run);
      LOG.log(
          INFO,
          "run %s: continues%s with epoch %d, %d of %d phases passed"
              .formatted(
                  row.id(),
                  in(execution),
                  admitted.claim().epoch(),
                  run.state().passedPhases(),
                  agent.phases().size()));
      tracing.resumed(row, run.state(), began);
      tracing.begin(admitted); // may read the record, which is no part of resuming
      active.add(run); // last: from here on it keeps its slot and its lease until it is released
      return new Claimed(new JobRun(run, Optional.empty()));
    } catch (BrokenRecordException e) {
      tracing.verified("broken");
      return failures.unusable(admitted, e);
    } catch (UnknownAgentVersionException e) {
      return failures.unusable(admitted, e);
    } catch (RuntimeException | Error e) {
      return failures.brokeDown(admitted, e);
    }
  }

  private ReplayedRun replay(RunRow row, AgentDefinition agent) {
    try {
      return ReplayedRun.from(journal, row.id(), agent, row.checkpoint())
          .as(row.id(), row.identity());
    } catch (IllegalStateException e) {
      throw new BrokenRecordException(row.id(), e);
    }
  }

  /** A tool that changes later is compared before each call of a model or of the tool. */
  private void stopIfMismatched(ActiveRun run) {
    RunState state = run.state();
    if (state.currentPhase().isEmpty()) {
      return; // only the end of the run is left
    }
    String tenant = run.claim().tenant();
    boolean isPassing = tools.areExpected(tenant, state.neededTools()); // before they are compared
    List<Difference> differences =
        compatibility.differences(
            tenant, state.agent(), state.assignment().tools(), state.neededTools());
    if (!differences.isEmpty()) {
      LOG.log(
          WARNING,
          "run %s: this server differs in %s; the run takes no step here and waits for migration"
              .formatted(run.id(), differences));
      run.stop(new DefinitionMismatch(differences, state.failures().refusals(), isPassing));
    }
  }

  private static String in(Optional<Long> execution) {
    return execution.map(" in job execution %d"::formatted).orElse("");
  }

  /** The result of a claim for a job. */
  sealed interface Result {}

  /** The job holds the run. */
  record Claimed(JobRun run) implements Result {}

  /** The run has already ended, so there is nothing to do. */
  record AlreadyEnded(RunStatus status) implements Result {}

  /**
   * The run was claimed and ended at once, because it cannot continue.
   *
   * @param status FAILED or DEAD_LETTER
   */
  record Failed(Claim claim, RunStatus status, String why) implements Result {}

  /** The job does not hold the run. */
  record Refused(String why) implements Result {}
}
