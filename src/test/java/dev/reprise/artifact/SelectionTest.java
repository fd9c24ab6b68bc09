package dev.reprise.artifact;

import static dev.reprise.artifact.FeedReader.CONTRACT;
import static dev.reprise.artifact.FeedReader.NOW;
import static dev.reprise.artifact.FeedReader.failure;
import static dev.reprise.artifact.FeedReader.written;
import static dev.reprise.artifact.Generation.Trigger.GENERATED;
import static dev.reprise.artifact.Generation.Trigger.REPAIRED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.artifact.Selection.Action;
import dev.reprise.artifact.Selection.Reason;
import dev.reprise.artifact.TrustRules.Promoter;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.resilience.FailureClass;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of artifact, and what is done for a call of it. */
class SelectionTest {

  private static final HealthRules RULES = new HealthRules(3, 0.5);
  private static final Contract OTHER =
      new Contract(
          CONTRACT.role(),
          "Sends the titles elsewhere.",
          CONTRACT.deliverable(),
          List.of(),
          FailurePolicy.RETURN_ERROR);
  private static final Artifact NEW = FeedReader.artifact().promoted("ada", "checked", NOW);
  private static final Artifact DRIFTED =
      tenTimesSucceeded(NEW).failed(failure(FailureClass.ADAPTIVE));
  private static final Artifact DEGRADED = NEW.failed(failure(FailureClass.INTRINSIC));

  static List<Arguments> matrix() {
    return List.of(
        arguments(Optional.empty(), Action.GENERATE, Reason.MISSING),
        arguments(
            Optional.of(NEW.quarantined("ada", "suspect", NOW)), Action.REFUSE, Reason.QUARANTINED),
        arguments(
            Optional.of(NEW.archived("ada", "unused", NOW)), Action.GENERATE, Reason.ARCHIVED),
        arguments(Optional.of(FeedReader.artifact()), Action.REFUSE, Reason.STAGED),
        arguments(Optional.of(corrupt()), Action.GENERATE, Reason.CORRUPT),
        arguments(
            Optional.of(of(new Program("1", List.of(), 1, 2))),
            Action.GENERATE,
            Reason.OTHER_SCHEMA_VERSION),
        arguments(
            Optional.of(of(new Program("1", List.of(), 2, 1))),
            Action.GENERATE,
            Reason.OTHER_RUNTIME_VERSION),
        arguments(Optional.of(ofOtherContract(NEW)), Action.REPAIR, Reason.CONTRACT_CHANGED),
        arguments(
            Optional.of(ofOtherContract(repaired(NEW, 3))),
            Action.GENERATE,
            Reason.BUDGET_EXHAUSTED),
        arguments(Optional.of(DRIFTED), Action.REPAIR, Reason.DRIFTED),
        arguments(
            Optional.of(repaired(NEW, 3).failed(failure(FailureClass.ADAPTIVE))),
            Action.GENERATE,
            Reason.BUDGET_EXHAUSTED),
        arguments(Optional.of(DEGRADED), Action.REPAIR, Reason.DEGRADED),
        arguments(
            Optional.of(repaired(NEW, 2).failed(failure(FailureClass.INTRINSIC))),
            Action.REPAIR,
            Reason.DEGRADED),
        arguments(
            Optional.of(repaired(NEW, 3).failed(failure(FailureClass.INTRINSIC))),
            Action.GENERATE,
            Reason.BUDGET_EXHAUSTED),
        arguments(
            Optional.of(tenTimesSucceeded(NEW).failed(failure(FailureClass.INTRINSIC))),
            Action.RUN,
            Reason.HEALTHY),
        arguments(
            Optional.of(NEW.failed(failure(FailureClass.EXTRINSIC))), Action.RUN, Reason.HEALTHY),
        arguments(Optional.of(repaired(NEW, 3)), Action.RUN, Reason.HEALTHY),
        arguments(
            Optional.of(DRIFTED.blessed("ada", "was an accident", NOW)),
            Action.RUN,
            Reason.HEALTHY),
        arguments(Optional.of(NEW), Action.RUN, Reason.HEALTHY));
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void selects(Optional<Artifact> stored, Action action, Reason reason) {
    assertThat(Selection.of(stored, CONTRACT, RULES)).isEqualTo(new Selection(action, reason));
  }

  /**
   * Of fewer than ten calls, those that there are count: new code that fails is repaired at once.
   */
  @ParameterizedTest
  @CsvSource({
    "0, 1, REPAIR",
    "1, 0, RUN",
    "1, 1, REPAIR",
    "2, 1, RUN",
    "5, 5, REPAIR",
    "6, 4, RUN",
  })
  void codeIsDegradedByThePartOfTheCallsThatThereAre(int successes, int failures, Action action) {
    Artifact succeeded =
        Stream.iterate(NEW, it -> it.succeeded(NOW)).skip(successes).findFirst().orElseThrow();
    Artifact failed =
        Stream.iterate(succeeded, it -> it.failed(failure(FailureClass.INTRINSIC)))
            .skip(failures)
            .findFirst()
            .orElseThrow();

    assertThat(Selection.of(Optional.of(failed), CONTRACT, RULES).action()).isEqualTo(action);
  }

  @Test
  void namesEachReasonSomewhereInTheMatrices() {
    assertThat(
            Stream.concat(
                matrix().stream().map(it -> it.get()[2]),
                Stream.concat(policies().stream(), agents().stream()).map(it -> it.get()[4])))
        .contains((Object[]) Reason.values());
  }

  static List<Arguments> policies() {
    Set<Kind> none = Set.of();
    Set<Kind> readOff = Set.of(Kind.STORED_CODE);
    Set<Kind> repairOff = Set.of(Kind.CODE_REPAIRS);
    Set<Kind> generateOnly = Set.of(Kind.STORED_CODE, Kind.CODE_REPAIRS);
    return List.of(
        arguments(NEW, Rollout.WRITE, none, Action.GENERATE, Reason.READ_OFF),
        arguments(NEW, Rollout.CANARY, none, Action.RUN, Reason.HEALTHY),
        arguments(other(), Rollout.CANARY, none, Action.REFUSE, Reason.READ_OFF),
        arguments(NEW, Rollout.READ, none, Action.RUN, Reason.HEALTHY),
        arguments(other(), Rollout.READ, none, Action.RUN, Reason.HEALTHY),
        arguments(DRIFTED, Rollout.READ, none, Action.GENERATE, Reason.DRIFTED),
        arguments(DRIFTED, Rollout.REPAIR, none, Action.REPAIR, Reason.DRIFTED),
        arguments(NEW, Rollout.REPAIR, readOff, Action.GENERATE, Reason.READ_OFF),
        arguments(NEW, Rollout.REPAIR, repairOff, Action.RUN, Reason.HEALTHY),
        arguments(DRIFTED, Rollout.REPAIR, repairOff, Action.GENERATE, Reason.DRIFTED),
        arguments(NEW, Rollout.REPAIR, generateOnly, Action.GENERATE, Reason.READ_OFF));
  }

  @ParameterizedTest
  @MethodSource("policies")
  void aPolicyLimitsWhatIsDone(
      Artifact stored, Rollout rollout, Set<Kind> off, Action action, Reason reason) {
    assertThat(under(stored, rollout, off, false)).isEqualTo(new Selection(action, reason));
  }

  @Test
  void codeThatWasWrittenForTheCallRunsUnderAnyPolicy() {
    Set<Kind> all = Set.of(Kind.STORED_CODE, Kind.CODE_REPAIRS);

    assertThat(under(NEW, Rollout.WRITE, all, true))
        .isEqualTo(new Selection(Action.RUN, Reason.HEALTHY));
    assertThat(under(DRIFTED, Rollout.WRITE, all, true))
        .isEqualTo(new Selection(Action.GENERATE, Reason.DRIFTED));
  }

  static List<Arguments> agents() {
    Artifact own = byAgent(FeedReader.artifact(), Promoter.PERSON);
    Artifact promoted = own.promoted("ada", "was reviewed", NOW);
    Artifact drifted = tenTimesSucceeded(promoted).failed(failure(FailureClass.ADAPTIVE));
    return List.of(
        arguments(own, "author", CONTRACT, Action.RUN, Reason.HEALTHY),
        arguments(own, "other", CONTRACT, Action.REFUSE, Reason.OF_ANOTHER_AGENT),
        arguments(own, "author", OTHER, Action.REPAIR, Reason.CONTRACT_CHANGED),
        arguments(own, "other", OTHER, Action.REFUSE, Reason.OF_ANOTHER_AGENT),
        arguments(promoted, "other", CONTRACT, Action.RUN, Reason.HEALTHY),
        arguments(promoted, "other", OTHER, Action.REFUSE, Reason.OF_ANOTHER_AGENT),
        arguments(drifted, "author", CONTRACT, Action.REPAIR, Reason.DRIFTED),
        arguments(drifted, "other", CONTRACT, Action.REFUSE, Reason.OF_ANOTHER_AGENT),
        arguments(
            own.archived("ada", "unused", NOW),
            "other",
            CONTRACT,
            Action.GENERATE,
            Reason.ARCHIVED),
        arguments(
            own.quarantined("ada", "odd", NOW),
            "other",
            CONTRACT,
            Action.REFUSE,
            Reason.QUARANTINED));
  }

  @ParameterizedTest
  @MethodSource("agents")
  void beforeAPersonPromotesItCodeIsOfItsAgentAlone(
      Artifact stored, String agent, Contract wanted, Action action, Reason reason) {
    assertThat(
            Selection.of(Optional.of(stored), wanted, RULES)
                .by(agent, Optional.of(stored), trust(Promoter.PERSON)))
        .isEqualTo(new Selection(action, reason));
  }

  @Test
  void whereCallsPromoteAnyAgentMayCallAndChangeIt() {
    Artifact canary = byAgent(FeedReader.artifact(), Promoter.CALLS);

    assertThat(canary.standing().stage()).isEqualTo(Stage.CANARY);
    assertThat(
            Selection.of(Optional.of(canary), OTHER, RULES)
                .by("other", Optional.of(canary), trust(Promoter.CALLS)))
        .isEqualTo(new Selection(Action.REPAIR, Reason.CONTRACT_CHANGED));
  }

  private static Artifact byAgent(Artifact artifact, Promoter promoter) {
    var origin =
        new Generation.Origin(
            new UUID(0, 7),
            GENERATED,
            Optional.empty(),
            NOW,
            new Provenance(
                Optional.of("author"), Optional.empty(), Optional.empty(), Optional.empty()));
    return Artifact.first(artifact.key(), CONTRACT, FeedReader.PROGRAM, origin)
        .checked(trust(promoter), NOW);
  }

  private static TrustRules trust(Promoter promoter) {
    return new TrustRules(List.of(FeedReader.KEY.role()), promoter, 3);
  }

  private static Selection under(Artifact stored, Rollout rollout, Set<Kind> off, boolean isFresh) {
    var policy =
        new UsePolicy(
            rollout,
            trust(Promoter.CALLS),
            set(Kind.STORED_CODE, off),
            set(Kind.CODE_REPAIRS, off));
    return Selection.of(Optional.of(stored), stored.contract(), RULES)
        .under(policy, stored.key().role(), isFresh);
  }

  private static Optional<KillSwitch> set(Kind kind, Set<Kind> off) {
    return Optional.of(kind)
        .filter(off::contains)
        .map(it -> new KillSwitch(new UUID(0, 1), "t1", it, "", "ada", "incident", NOW));
  }

  private static Artifact other() {
    var contract =
        new Contract(
            "other",
            CONTRACT.purpose(),
            CONTRACT.deliverable(),
            CONTRACT.acceptance(),
            CONTRACT.onFailure());
    return Artifact.first(
            new ArtifactKey("t1", "other", "titles"),
            contract,
            FeedReader.PROGRAM,
            FeedReader.origin(GENERATED))
        .promoted("ada", "checked", NOW);
  }

  @Test
  void aChangedPromptVersionChangesNothing() {
    var selections =
        Stream.of("v1", "v2")
            .map(
                version ->
                    new Generation.Origin(
                        UUID.randomUUID(),
                        GENERATED,
                        Optional.empty(),
                        NOW,
                        new Provenance(
                            Optional.empty(),
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of(version))))
            .map(it -> Artifact.first(FeedReader.KEY, CONTRACT, FeedReader.PROGRAM, it))
            .map(it -> it.promoted("ada", "checked", NOW))
            .map(it -> Selection.of(Optional.of(it), CONTRACT, RULES));

    assertThat(selections).containsOnly(new Selection(Action.RUN, Reason.HEALTHY));
  }

  private static Artifact tenTimesSucceeded(Artifact artifact) {
    return Stream.iterate(artifact, it -> it.succeeded(NOW)).skip(10).findFirst().orElseThrow();
  }

  private static Artifact repaired(Artifact artifact, int times) {
    return Stream.iterate(artifact, it -> written(it, REPAIRED, "1"))
        .skip(times)
        .findFirst()
        .orElseThrow()
        .promoted("ada", "checked", NOW);
  }

  private static Artifact of(Program program) {
    return Artifact.first(FeedReader.KEY, CONTRACT, program, FeedReader.origin(GENERATED));
  }

  private static Artifact ofOtherContract(Artifact artifact) {
    Generation current = artifact.current();
    String other = FeedReader.contract("Reads something else.").fingerprint();
    return with(
        artifact,
        new Generation(
            current.origin(), current.parent(), current.program(), current.checksum(), other));
  }

  private static Artifact corrupt() {
    Generation current = NEW.current();
    return with(
        NEW,
        new Generation(
            current.origin(),
            current.parent(),
            new Program("stolen", List.of()),
            current.checksum(),
            current.fingerprint()));
  }

  private static Artifact with(Artifact artifact, Generation current) {
    return new Artifact(
        artifact.key(),
        artifact.contract(),
        List.of(current),
        artifact.standing(),
        artifact.fitness(),
        artifact.usage());
  }
}
