package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.CompatibilityCheck;
import dev.reprise.definition.UnknownAgentVersionException;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.DefinitionMismatch;
import dev.reprise.execution.EngineSettings;
import dev.reprise.execution.Lease;
import dev.reprise.execution.LeaseClock;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.tool.WorkflowBreakerPermits;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.Journal;
import dev.reprise.mcp.McpServers;
import dev.reprise.platform.ServerIdentity;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.RunRow;
import dev.reprise.run.queue.ClaimResult;
import dev.reprise.run.queue.Claims;
import dev.reprise.run.queue.LostInMemoryRuns;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import jakarta.batch.runtime.context.JobContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Takes runs in hand: claims the run, folds its journal, checks both, and compares what the run
 * keeps with what this server has.
 */
@ApplicationScoped
class RunClaimer {

  private static final System.Logger LOG = System.getLogger(RunClaimer.class.getName());

  @Inject Claims claims;
  @Inject Journal journal;
  @Inject AgentVersions agents;
  @Inject CompatibilityCheck compatibility;
  @Inject McpServers mcp;
  @Inject ActiveRuns inHand;
  @Inject LeaseClock leases;
  @Inject FailedClaims failures;
  @Inject WorkflowBreakerPermits workflows;
  @Inject BatchAdministration administration;
  @Inject EngineSettings settings;
  @Inject ServerIdentity server;

  /** Admits a job to the run that its parameter names, which a person may have written. */
  Admitted claim(String runId, JobContext job) {
    UUID id;
    try {
      id = UUID.fromString(runId);
    } catch (IllegalArgumentException e) {
      return new Refuse(
          runId.isEmpty()
              ? "the job has no parameter runId that says which run it is for"
              : "the job parameter runId is '%s', which is no run's id".formatted(runId));
    }
    Optional<Long> execution = Optional.of(job.getExecutionId());
    return switch (administration.judge(id, job)) {
      case BatchAdministration.OwnStart ignored -> claim(id, execution);
      case BatchAdministration.Restarted(var restart) ->
          claim(id, execution, () -> claims.claim(id, server.thisStart(), settings.lease, restart));
      case BatchAdministration.Refused(String by, String why) -> {
        LOG.log(
            WARNING,
            "job execution %d, which %s started for run %s, is refused: %s"
                .formatted(job.getExecutionId(), by, id, why));
        yield new Refuse(why);
      }
    };
  }

  /**
   * Admits a job of the application's own, or who carries the run out without one.
   *
   * @param execution the job's execution
   */
  Admitted claim(UUID id, Optional<Long> execution) {
    return claim(id, execution, () -> claimRow(id, execution));
  }

  private Admitted claim(UUID id, Optional<Long> execution, Supplier<ClaimResult> claim) {
    LeaseClock.Moment asked = leases.now();
    try {
      return switch (claim.get()) {
        case ClaimResult.Admitted admitted -> begin(admitted, lease(admitted, asked), execution);
        case ClaimResult.Over(RunStatus status) -> {
          LOG.log(INFO, "run %s is %s: nothing to do%s".formatted(id, status, by(execution)));
          workflows.left(id);
          yield new Rest(status);
        }
        case ClaimResult.Refused(String why) -> {
          LOG.log(WARNING, "run %s is not taken on%s: %s".formatted(id, by(execution), why));
          workflows.left(id);
          yield new Refuse(why);
        }
      };
    } finally {
      inHand.started(id); // however it went, the run takes the place of one that starts no more
    }
  }

  private ClaimResult claimRow(UUID id, Optional<Long> execution) {
    return inHand
        .reserved(id)
        .map(row -> claims.claim(row, server.thisStart(), settings.lease, execution))
        .orElseGet(() -> claims.claim(id, server.thisStart(), settings.lease, execution));
  }

  private Lease lease(ClaimResult.Admitted admitted, LeaseClock.Moment asked) {
    return new Lease(admitted.claim(), leases, claim -> claims.renew(claim, settings.lease), asked);
  }

  Admitted begin(ClaimResult.Admitted admitted, Lease lease, Optional<Long> execution) {
    RunRow row = admitted.row();
    int admissions = row.setbacks().admissionsWithNext();
    if (admissions > settings.maxAttempts) {
      return failures.exhausted(admitted, admissions);
    }
    try {
      AgentDefinition agent = agents.load(row.tenant(), row.agentVersion());
      ReplayedRun folded = fold(row, agent);
      if (!folded.state().hasBeginning()) {
        return failures.of(admitted, LostInMemoryRuns.failure());
      }
      if (row.setbacks().admissions() > 0) {
        claims.hasRead(admitted.claim()); // from here on the record itself counts
      }
      var run = new ActiveRun(lease, row.submitterRole(), journal, folded);
      if (row.setbacks().hasLosses()) {
        run.suspect();
      }
      run.posted(row.messages());
      if (row.cancelWished()) {
        run.stop(StopCause.CANCEL);
      } else if (row.pauseWished()) {
        run.stop(StopCause.PAUSE);
      }
      stopIfUnfit(run);
      LOG.log(
          INFO,
          "run %s goes on%s with epoch %d: %d of %d phases passed"
              .formatted(
                  row.id(),
                  by(execution),
                  admitted.claim().epoch(),
                  run.state().passedPhases(),
                  agent.phases().size()));
      inHand.add(run); // last: from here on it keeps its place and its lease until it is let go
      return new Begin(run);
    } catch (BrokenRecordException | UnknownAgentVersionException e) {
      return failures.unusable(admitted, e);
    } catch (RuntimeException | Error e) {
      return failures.brokeDown(admitted, e);
    }
  }

  private ReplayedRun fold(RunRow row, AgentDefinition agent) {
    try {
      return ReplayedRun.from(journal, row.id(), agent, row.checkpoint())
          .as(row.id(), row.identity());
    } catch (IllegalStateException e) {
      throw new BrokenRecordException(row.id(), e);
    }
  }

  /** A tool that is declared anew later is met when it is called. */
  private void stopIfUnfit(ActiveRun run) {
    RunState state = run.state();
    if (state.currentPhase().isEmpty()) {
      return; // it only has to end
    }
    List<Difference> differences =
        compatibility.differences(
            run.claim().tenant(), state.agent(), state.tools(), state.neededTools());
    if (!differences.isEmpty()) {
      LOG.log(
          WARNING,
          "run %s takes no step here and waits for migration: this server differs in %s"
              .formatted(run.id(), differences));
      run.stop(new DefinitionMismatch(differences, state.refusals(), mcp.areConnecting()));
    }
  }

  private static String by(Optional<Long> execution) {
    return execution.map(" in job execution %d"::formatted).orElse("");
  }

  /** Whether the job goes on. */
  sealed interface Admitted {}

  /** It holds the run. */
  record Begin(ActiveRun run) implements Admitted {}

  /** There is nothing to do: the run has its end. */
  record Rest(RunStatus status) implements Admitted {}

  /** It does not. */
  record Refuse(String why) implements Admitted {}
}
