package dev.reprise.artifact;

import static dev.reprise.artifact.FeedReader.NOW;
import static dev.reprise.artifact.FeedReader.failure;
import static dev.reprise.artifact.FeedReader.written;
import static dev.reprise.artifact.Generation.Trigger.GENERATED;
import static dev.reprise.artifact.Generation.Trigger.IMPORTED;
import static dev.reprise.artifact.Generation.Trigger.REGENERATED;
import static dev.reprise.artifact.Generation.Trigger.REPAIRED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.resilience.FailureClass;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What calls, new code and people do to an artifact. */
class ArtifactTest {

  private final Artifact created = FeedReader.artifact();

  @Test
  void keepsTheLatestThreeGenerationsAndTheirParents() {
    Artifact fourth =
        written(written(written(created, REPAIRED, "2"), REGENERATED, "3"), IMPORTED, "4");

    assertThat(fourth.generations())
        .extracting(it -> it.program().code())
        .containsExactly("4", "3", "2");
    assertThat(fourth.current().parent()).contains(fourth.generations().get(1).origin().id());
    assertThat(created.current().parent()).isEmpty();
  }

  @Test
  void newCodeIsStagedHoweverFarTheOldCodeHadCome() {
    Artifact promoted = promoted(created);

    assertThat(promoted.standing().stage()).isEqualTo(Stage.PROMOTED);
    assertThat(List.of(GENERATED, REPAIRED, REGENERATED, IMPORTED))
        .allSatisfy(
            it ->
                assertThat(written(promoted, it, "2").standing().stage()).isEqualTo(Stage.STAGED));
  }

  @Test
  void anExtrinsicFailureIsCountedAndLowersNothing() {
    Artifact worked = created.succeeded(NOW);
    Artifact failed = worked;
    for (int i = 0; i < 100; i++) {
      failed = failed.failed(failure(FailureClass.EXTRINSIC));
    }

    assertThat(failed.fitness().failures().extrinsic()).isEqualTo(100);
    assertThat(failed.fitness().lastFailure()).contains(failure(FailureClass.EXTRINSIC));
    assertThat(failed.fitness().recent()).isEqualTo(worked.fitness().recent());
    assertThat(failed.summary().successRate()).isEqualTo(worked.summary().successRate());
    assertThat(failed.usage().calls()).isEqualTo(101);
  }

  @Test
  void theRecentFailureRateForgets() {
    Artifact failed = created;
    for (int i = 0; i < Fitness.WINDOW; i++) {
      failed = failed.failed(failure(FailureClass.INTRINSIC));
    }
    Artifact recovered = failed;
    for (int i = 0; i < Fitness.WINDOW; i++) {
      recovered = recovered.succeeded(NOW);
    }

    assertThat(failed.fitness().recentFailureRate()).isEqualTo(1);
    assertThat(recovered.fitness().recentFailureRate()).isEqualTo(0);
    assertThat(recovered.fitness().recent()).hasSize(Fitness.WINDOW);
    assertThat(recovered.fitness().failures().intrinsic()).isEqualTo(Fitness.WINDOW);
  }

  @Test
  void aRepairIsUsedUpAndAllComeBackWithCodeThatIsWrittenAnew() {
    Artifact repaired =
        IntStream.range(0, 3)
            .boxed()
            .reduce(created, (it, n) -> written(it, REPAIRED, "r" + n), (a, b) -> b);

    assertThat(repaired.fitness().repairs()).isEqualTo(3);
    assertThat(written(repaired, REGENERATED, "new").fitness().repairs()).isZero();
  }

  @Test
  void ofTwoCallsThatTryNewCodeTheFirstToSucceedHasItKept() {
    var trust = new TrustRules(List.of("*"), TrustRules.Promoter.CALLS, 3);
    Artifact worked = promoted(created.succeeded(NOW));
    Artifact one = written(worked, REPAIRED, "one");
    Artifact other = written(worked, REPAIRED, "other");

    Artifact both =
        worked.tried(one, Optional.empty(), NOW, trust).tried(other, Optional.empty(), NOW, trust);

    assertThat(both.generations()).containsExactly(one.current(), worked.current());
    assertThat(both.standing().stage()).isEqualTo(Stage.CANARY);
    assertThat(both.fitness().successes()).isEqualTo(3);
    assertThat(both.fitness().repairs()).isEqualTo(1);
  }

  @Test
  void keepsNoNewCodeOfWhichAPersonHasDecidedMeanwhile() {
    var trust = new TrustRules(List.of("*"), TrustRules.Promoter.CALLS, 3);
    Artifact worked = promoted(created.succeeded(NOW));
    Artifact candidate = written(worked, REPAIRED, "new");

    assertThat(
            List.of(
                worked.quarantined("ada", "suspect", NOW), worked.archived("ada", "unused", NOW)))
        .allSatisfy(
            it -> {
              Artifact after = it.tried(candidate, Optional.empty(), NOW, trust);
              assertThat(after.generations()).isEqualTo(worked.generations());
              assertThat(after.standing()).isEqualTo(it.standing());
            });
  }

  @Test
  void rollsBackToTheGenerationBeforeWhichIsStaged() {
    Artifact second = promoted(written(created, REPAIRED, "2"));

    Artifact rolledBack = second.rolledBack("ada", "it was worse", NOW);

    assertThat(rolledBack.generations()).isEqualTo(created.generations());
    assertThat(rolledBack.standing())
        .isEqualTo(new StageEntry(Stage.STAGED, "ada", "it was worse", NOW));
    assertThatThrownBy(() -> rolledBack.rolledBack("ada", "again", NOW))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void codeThatWasRolledBackCountsAsWrittenForTheContractOfNow() {
    Contract newer =
        new Contract(
            FeedReader.CONTRACT.role(),
            "Reads more.",
            FeedReader.CONTRACT.deliverable(),
            List.of(),
            FailurePolicy.RETURN_ERROR);
    Artifact second =
        created.written(newer, new Program("return 2", List.of()), created.current().origin());

    Artifact rolledBack = promoted(second.rolledBack("ada", "it was worse", NOW));

    assertThat(rolledBack.current().program()).isEqualTo(created.current().program());
    assertThat(rolledBack.contract()).isEqualTo(newer);
    assertThat(Selection.of(Optional.of(rolledBack), newer, new HealthRules(3, 0.5)).action())
        .isEqualTo(Selection.Action.RUN);
  }

  @Test
  void isPromotedStepByStepAndNotOutOfQuarantine() {
    Artifact canary = created.promoted("ada", "checked", NOW);
    Artifact quarantined = canary.quarantined("ada", "suspect", NOW);

    assertThat(canary.standing().stage()).isEqualTo(Stage.CANARY);
    assertThatThrownBy(() -> quarantined.promoted("ada", "again", NOW))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> promoted(created).promoted("ada", "again", NOW))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void isBlessedWithItsMetricsOrWithoutThem() {
    Artifact failed =
        written(created, REPAIRED, "2")
            .failed(failure(FailureClass.INTRINSIC))
            .quarantined("ada", "suspect", NOW);

    Artifact blessed = failed.blessed("ada", "the source was at fault", NOW);

    assertThat(blessed.standing().stage()).isEqualTo(Stage.STAGED);
    assertThat(blessed.fitness().recent()).isEmpty();
    assertThat(blessed.fitness().repairs()).isZero();
    assertThat(blessed.fitness().failures().intrinsic()).isEqualTo(1);
    assertThat(blessed.withoutMetrics().fitness()).isEqualTo(Fitness.NEW);
    assertThat(promoted(created).blessed("ada", "good", NOW).standing().stage())
        .isEqualTo(Stage.PROMOTED);
  }

  private static Artifact promoted(Artifact artifact) {
    return artifact.promoted("ada", "checked", NOW).promoted("ada", "tried", NOW);
  }
}
