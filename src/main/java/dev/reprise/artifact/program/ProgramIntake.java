package dev.reprise.artifact.program;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.ModelId;
import dev.reprise.agent.task.TaskAnswer;
import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.Contract;
import dev.reprise.artifact.Generation;
import dev.reprise.artifact.Program;
import dev.reprise.artifact.Provenance;
import dev.reprise.artifact.Selection;
import dev.reprise.artifact.Stage;
import dev.reprise.artifact.TrustRules;
import dev.reprise.artifact.store.ArtifactStore;
import dev.reprise.artifact.store.TooManyArtifactsException;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.ToolRequest;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Takes the programs that agents write: reads them, checks them, and keeps those that pass as the
 * newest generation. A program that is to replace code that may work is kept once it has succeeded
 * in its call. Where stored code may not run, a program serves its call alone, and what is stored
 * stays as it is.
 *
 * <p>To take an answer twice has no effect, so a call may be made again after a crash. An answer
 * that comes after the code has changed otherwise, or an admin has quarantined it, is dropped.
 * Tested by {@code MaliciousCodeTest}.
 */
@ApplicationScoped
public class ProgramIntake {

  private static final System.Logger LOG = System.getLogger(ProgramIntake.class.getName());

  /** How much of a refused program the agent is shown that corrects it. */
  private static final int MAX_SHOWN = 20_000;

  private final ArtifactStore store;
  private final ProgramCheck check;
  private final Clock clock;

  @Inject
  public ProgramIntake(ArtifactStore store, ProgramCheck check, Clock clock) {
    this.store = store;
    this.check = check;
    this.clock = clock;
  }

  /**
   * What became of an answer.
   *
   * @param stored the artifact as it is stored then; empty if there is none
   * @param candidate the artifact with a program that is not kept, or not yet
   * @param refusal why the program was not kept, if it was refused, and the program
   */
  public record Taken(
      Optional<Artifact> stored, Optional<Artifact> candidate, Optional<String> refusal) {

    static Taken asStored(Optional<Artifact> artifact) {
      return new Taken(artifact, Optional.empty(), Optional.empty());
    }
  }

  /**
   * Takes the answer of an agent that has written code for a call.
   *
   * @param stored the artifact as it is
   * @param request the call
   * @throws ToolException if the check cannot be made at this moment
   */
  public Taken take(
      ArtifactKey key,
      Contract contract,
      Optional<Artifact> stored,
      TaskAnswer answer,
      TrustRules trust,
      ToolRequest request)
      throws ToolException, InterruptedException {
    if (isDropped(stored, answer)) {
      return Taken.asStored(stored);
    }
    Program program;
    try {
      program = WrittenProgram.in(answer.output());
    } catch (IllegalArgumentException e) {
      return refused(stored, answer, String.valueOf(e.getMessage()));
    }
    Optional<String> problem = check.problem(program, contract, request);
    if (problem.isPresent()) {
      return refused(stored, answer, problem.get());
    }
    Generation.Origin origin = origin(answer, request.origin().agent());
    Function<Optional<Artifact>, Artifact> written =
        now ->
            now.map(it -> it.written(contract, program, origin))
                .orElseGet(() -> Artifact.first(key, contract, program, origin))
                .checked(trust, origin.at());
    if (stored.filter(it -> isTried(it, answer, trust)).isPresent()) {
      Optional<Artifact> now = store.find(key); // the checks have taken their time
      return isDropped(now, answer)
          ? Taken.asStored(now)
          : new Taken(now, Optional.of(written.apply(now)), Optional.empty());
    }
    try {
      return Taken.asStored(
          Optional.of(
              store.put(
                  key, now -> isDropped(now, answer) ? now.orElseThrow() : written.apply(now))));
    } catch (TooManyArtifactsException e) {
      LOG.log(WARNING, "artifact %s: its code is not kept: %s".formatted(key, e.getMessage()));
      return new Taken(stored, Optional.of(written.apply(stored)), Optional.empty());
    }
  }

  /**
   * Returns whether new code runs before it is kept: stored code that may work is replaced by what
   * has worked, unless a person is to decide before the new code runs.
   */
  private static boolean isTried(Artifact stored, TaskAnswer answer, TrustRules trust) {
    return switch (WriteRequest.reason(answer.task())) {
      case READ_OFF -> true;
      case CONTRACT_CHANGED, DRIFTED, DEGRADED, BUDGET_EXHAUSTED ->
          !stored.fitness().hasOnlyFailed() && trust.isCanary(stored.key().role());
      case MISSING,
          ARCHIVED,
          CORRUPT,
          OTHER_SCHEMA_VERSION,
          OTHER_RUNTIME_VERSION,
          QUARANTINED,
          STAGED,
          OF_ANOTHER_AGENT,
          HEALTHY ->
          false;
    };
  }

  private static Taken refused(Optional<Artifact> stored, TaskAnswer answer, String why) {
    String begin = answer.output().substring(0, Math.min(MAX_SHOWN, answer.output().length()));
    return new Taken(
        stored,
        Optional.empty(),
        Optional.of(
            "the last program was refused: %s\nThe program was:\n%s".formatted(why, begin)));
  }

  private Generation.Origin origin(TaskAnswer answer, String agent) {
    var provenance =
        new Provenance(
            Optional.of(agent),
            Optional.of(answer.run()),
            answer.model().map(ModelId::toString),
            Optional.of(WriteRequest.PROMPT_VERSION));
    return new Generation.Origin(
        UUID.randomUUID(),
        WriteRequest.trigger(answer.task()),
        Optional.of(WriteRequest.reason(answer.task())),
        clock.instant(),
        provenance);
  }

  private static boolean isDropped(Optional<Artifact> artifact, TaskAnswer answer) {
    return artifact.filter(it -> it.standing().stage() == Stage.QUARANTINED).isPresent()
        || (WriteRequest.reason(answer.task()) != Selection.Reason.READ_OFF
            && hasChanged(artifact, answer));
  }

  /** Returns whether an artifact has other code than when the agent was asked. */
  private static boolean hasChanged(Optional<Artifact> artifact, TaskAnswer answer) {
    Optional<String> current = artifact.map(it -> it.current().origin().id().toString());
    return current.isPresent() && !current.equals(WriteRequest.base(answer.task()));
  }
}
