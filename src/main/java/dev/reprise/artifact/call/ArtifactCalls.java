package dev.reprise.artifact.call;

import static dev.reprise.agent.message.Failure.PHASE_ENDS;

import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.agent.task.CodeRun;
import dev.reprise.agent.task.CodeRun.Source;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactSettings;
import dev.reprise.artifact.Contract;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.FailurePolicy;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Generation.Trigger;
import dev.reprise.artifact.Selection;
import dev.reprise.artifact.program.ProgramIntake;
import dev.reprise.artifact.program.ProgramRun;
import dev.reprise.artifact.program.ProgramRunner;
import dev.reprise.artifact.program.WriteRequest;
import dev.reprise.artifact.store.ArtifactStore;
import dev.reprise.operations.killswitch.KillSwitches;
import dev.reprise.platform.Json;
import dev.reprise.telemetry.Telemetry;
import dev.reprise.tool.AgentRequiredException;
import dev.reprise.tool.ToolException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Carries out calls of artifacts.
 *
 * <p>A call is made again after each piece of code that an agent wrote for it, so that all it knows
 * of itself are the answers of the agents and the artifact in the database. Each time it takes the
 * newest answer, selects what to do, and runs the code, has code written, or fails. So a call goes
 * on at the same place after a crash.
 */
@ApplicationScoped
public class ArtifactCalls {

  private static final String FAILED = "artifact_failed";
  private static final String STAGED = "artifact_staged";

  private final ArtifactStore store;
  private final KillSwitches switches;
  private final ProgramRunner runner;
  private final ProgramIntake intake;
  private final ArtifactSettings settings;
  private final CallLog log;
  private final Clock clock;

  @Inject
  public ArtifactCalls(
      ArtifactStore store,
      KillSwitches switches,
      ProgramRunner runner,
      ProgramIntake intake,
      Config config,
      Telemetry telemetry,
      Clock clock) {
    this.store = store;
    this.switches = switches;
    this.runner = runner;
    this.intake = intake;
    this.settings = new ArtifactSettings(config);
    this.log = new CallLog(telemetry);
    this.clock = clock;
  }

  /**
   * Makes a call, or goes on with it.
   *
   * @throws AgentRequiredException if code must be written first
   * @throws ToolException if the call cannot be made: it is of no known tool, its code waits for a
   *     person, or no code could be written
   */
  ToolOutcome call(ArtifactCall call)
      throws AgentRequiredException, ToolException, InterruptedException {
    ArtifactAttempt attempt = taken(begun(call));
    Selection selection = selection(attempt);
    return switch (selection.action()) {
      case RUN -> {
        requireRights(attempt);
        yield run(attempt);
      }
      case REPAIR -> {
        requireRights(attempt);
        throw required(attempt, selection);
      }
      case GENERATE -> throw required(attempt, selection);
      case REFUSE -> throw refused(attempt, selection);
    };
  }

  /**
   * Requires that the caller may use the tools of the code. If it may not, that says nothing about
   * the code, which others may go on to call.
   */
  private void requireRights(ArtifactAttempt attempt) throws ToolException {
    var refusal =
        runner.refusal(attempt.inUse().orElseThrow().current().program(), attempt.call().request());
    if (refusal.isPresent()) {
      throw new ToolException(
          refusal.get().code(),
          "%s is not for you: %s".formatted(attempt.name(), refusal.get().message()));
    }
  }

  private static ToolException refused(ArtifactAttempt attempt, Selection selection) {
    return switch (selection.reason()) {
      case QUARANTINED ->
          failure(
              attempt,
              "artifact_quarantined",
              "%s is quarantined; it cannot be called before an admin decides"
                  .formatted(attempt.name()));
      case OF_ANOTHER_AGENT ->
          failure(
              attempt,
              "artifact_of_another_agent",
              "%s is of the agent %s: others may call it once an admin has promoted it, and only its own calls change it; choose another method"
                  .formatted(attempt.name(), attempt.author()));
      case READ_OFF ->
          failure(
              attempt,
              STAGED,
              "stored code of %s may not run at this moment (%s), and new code of its role only once an admin has promoted it"
                  .formatted(attempt.name(), attempt.policy().whyNotRead()));
      default ->
          failure(
              attempt,
              STAGED,
              "the code of %s is written and passed its checks; an admin must promote it before it runs"
                  .formatted(attempt.name()));
    };
  }

  private ArtifactAttempt begun(ArtifactCall call) throws ToolException {
    Optional<Artifact> stored = store.find(call.key());
    Contract wanted =
        call.contract()
            .or(() -> stored.map(Artifact::contract))
            .orElseThrow(
                () ->
                    new ToolException(
                        "unknown_artifact",
                        "there is no %s; give a contract to have it written"
                            .formatted(call.name())));
    var policy =
        settings.uses(
            switches.onStoredCode(call.key().tenant()), switches.onCodeRepair(call.key().tenant()));
    Optional<String> trouble =
        stored
            .flatMap(it -> it.fitness().lastFailure())
            .filter(Failure::isOfCode)
            .map(Failure::reason);
    return new ArtifactAttempt(
        call,
        stored,
        Optional.empty(),
        wanted,
        policy,
        new WriteRequest.Findings(trouble, Optional.empty()));
  }

  /** Takes the newest answer of an agent that has written code for the call, if there is one. */
  private ArtifactAttempt taken(ArtifactAttempt attempt)
      throws ToolException, InterruptedException {
    List<TaskAnswer> answers = attempt.call().request().answers();
    if (answers.isEmpty()) {
      return attempt;
    }
    TaskAnswer newest = answers.getLast();
    if (newest.failure().isPresent()) {
      throw failure(
          attempt,
          "artifact_not_written",
          "the code of %s could not be written: %s"
              .formatted(attempt.name(), newest.failure().get().message()));
    }
    ProgramIntake.Taken taken =
        intake.take(
            attempt.call().key(),
            attempt.wanted(),
            attempt.stored(),
            newest,
            settings.trust,
            attempt.call().request());
    return attempt.after(taken);
  }

  private Selection selection(ArtifactAttempt attempt) {
    Optional<Artifact> inUse = attempt.inUse();
    return Selection.of(inUse, attempt.wanted(), settings.health)
        .by(attempt.call().request().origin().agent(), inUse, settings.trust)
        .under(attempt.policy(), attempt.call().key().role(), attempt.isFresh());
  }

  private ToolOutcome run(ArtifactAttempt attempt)
      throws AgentRequiredException, ToolException, InterruptedException {
    Artifact artifact = attempt.inUse().orElseThrow();
    Generation ran = artifact.current();
    ProgramRun run =
        runner.run(
            ran.program(),
            attempt.wanted().deliverable(),
            attempt.call().input(),
            attempt.call().request(),
            artifact.fitness().hasWorked());
    Instant at = clock.instant();
    Optional<Failure> failure = run.end().failure(at);
    Optional<Artifact> after =
        store.called(artifact.key(), failure, it -> attempt.noted(it, failure, at));
    CodeRun codeRun = codeRun(attempt, ran, failure);
    log.ran(attempt.call(), ran, after.orElse(artifact), codeRun.source(), failure);
    attempt.call().request().progress().ran(codeRun);
    if (failure.isEmpty()) {
      return new ToolOutcome.Succeeded(Json.write(run.value()));
    }
    return failed(attempt.after(run, after, failure.get()), failure.get());
  }

  private static CodeRun codeRun(
      ArtifactAttempt attempt, Generation ran, Optional<Failure> failure) {
    Source written =
        ran.origin().trigger() == Trigger.REPAIRED ? Source.REPAIRED : Source.GENERATED;
    return new CodeRun(
        attempt.call().key().role(),
        attempt.call().key().method(),
        ran.origin().id(),
        attempt.isFresh() ? written : Source.PERSISTED,
        failure.map(it -> it.kind().code()));
  }

  /** The code is repaired or rewritten at once, if that is what the next call would do. */
  private ToolOutcome failed(ArtifactAttempt attempt, Failure failure)
      throws AgentRequiredException, ToolException {
    Selection next = selection(attempt);
    boolean isRewritten =
        next.action() == Selection.Action.REPAIR || next.action() == Selection.Action.GENERATE;
    if (failure.isOfCode() && isRewritten && mayWrite(attempt)) {
      throw required(attempt, next);
    }
    throw failure(
        attempt,
        FAILED,
        "%s failed (%s): %s".formatted(attempt.name(), failure.kind().code(), failure.reason()));
  }

  /** A contract can say that no call of its tool fails without the end of the caller's phase. */
  private static ToolException failure(ArtifactAttempt attempt, String code, String message) {
    boolean endsPhase = attempt.wanted().onFailure() == FailurePolicy.FAIL_PHASE;
    return new ToolException(endsPhase ? PHASE_ENDS : code, message);
  }

  private boolean mayWrite(ArtifactAttempt attempt) {
    return attempt.call().request().answers().size() < settings.writesPerCall;
  }

  private AgentRequiredException required(ArtifactAttempt attempt, Selection selection)
      throws ToolException {
    if (!mayWrite(attempt)) {
      throw failure(
          attempt,
          FAILED,
          "the code of %s was written %d times for this call, and is still not fit for use: %s"
              .formatted(attempt.name(), settings.writesPerCall, attempt.shortTrouble()));
    }
    var request =
        new WriteRequest(
            attempt.call().key(),
            attempt.wanted(),
            attempt.inUse(),
            attempt.stored().map(it -> it.current().origin().id()),
            selection,
            attempt.call().input(),
            runner.usable(attempt.call().request()),
            attempt.findings());
    log.writes(attempt.call(), selection, attempt.stored());
    return new AgentRequiredException(
        "artifact_not_ready",
        "the code of %s must be written first (%s); call %s yourself"
            .formatted(attempt.name(), selection.reason(), CallArtifactTool.NAME),
        request.task());
  }
}
