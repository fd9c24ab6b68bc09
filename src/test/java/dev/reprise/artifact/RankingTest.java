package dev.reprise.artifact;

import static dev.reprise.artifact.FeedReader.NOW;
import static dev.reprise.artifact.FeedReader.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.artifact.Ranking.Prospect;
import dev.reprise.resilience.FailureClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which tools agents are told of, and in which order. */
class RankingTest {

  private static final Duration DAY = Duration.ofDays(1);

  private final Ranking ranking =
      new Ranking(
          new RankingRules(10, DAY.multipliedBy(14), DAY.multipliedBy(30), DAY.multipliedBy(90)),
          NOW);

  @Test
  void aThousandToolsCostAPromptNoMoreThanTheLimitInAStableOrder() {
    List<ArtifactSummary> all =
        new ArrayList<>(
            IntStream.range(0, 1000)
                .mapToObj(n -> callable("tool%04d".formatted(n)).summary())
                .toList());
    List<ArtifactSummary> known = ranking.knownTools(all);
    Collections.shuffle(all, new Random(1));

    assertThat(known).hasSize(10).first().isEqualTo(callableIn(known, "tool0000"));
    assertThat(ranking.knownTools(all)).isEqualTo(known);
  }

  @Test
  void ranksBySuccessRateWhichDecaysWithIdleTime() {
    ArtifactSummary good = callable("good").succeeded(NOW).summary();
    ArtifactSummary idle = callable("idle").succeeded(NOW.minus(DAY.multipliedBy(7))).summary();
    ArtifactSummary bad = callable("bad").failed(failure(FailureClass.INTRINSIC)).summary();
    ArtifactSummary last = callable("last").succeeded(NOW.minus(DAY.multipliedBy(31))).summary();
    ArtifactSummary halved = callable("half").succeeded(NOW.minus(DAY.multipliedBy(14))).summary();

    assertThat(ranking.utility(halved)).isCloseTo(ranking.utility(good) / 2, within(1e-9));
    assertThat(ranking.knownTools(List.of(last, bad, idle, good)))
        .containsExactly(good, idle, bad, last);
  }

  @Test
  void toolsThatAreLeftOutForLackOfCallsTakeTheLastPlaceInTurn() {
    List<ArtifactSummary> all = new ArrayList<>();
    for (int n = 0; n < 10; n++) {
      all.add(
          callable("used" + n).succeeded(NOW).failed(failure(FailureClass.INTRINSIC)).summary());
    }
    for (int n = 0; n < 3; n++) {
      all.add(callable("idle" + n).succeeded(NOW.minus(DAY.multipliedBy(20))).summary());
    }

    Set<String> last = new HashSet<>();
    for (int day = 0; day < 3; day++) {
      List<ArtifactSummary> known =
          new Ranking(ranking.rules(), NOW.plus(DAY.multipliedBy(day))).knownTools(all);
      assertThat(known).hasSize(10);
      assertThat(known.subList(0, 9)).allMatch(it -> it.key().method().startsWith("used"));
      last.add(known.getLast().key().method());
    }
    assertThat(last).containsExactlyInAnyOrder("idle0", "idle1", "idle2");
  }

  @Test
  void comesLastBeforeItMayBeRemoved() {
    assertThat(
            List.of(0, 29, 30, 89, 90).stream()
                .map(days -> callable("a").succeeded(NOW.minus(DAY.multipliedBy(days))))
                .map(Artifact::summary)
                .map(ranking::prospect))
        .containsExactly(
            Prospect.KEPT, Prospect.KEPT, Prospect.LAST, Prospect.LAST, Prospect.REMOVABLE);
  }

  @Test
  void agentsAreNotToldOfWhatTheyMayNotCall() {
    Artifact staged = FeedReader.artifact();
    Artifact canary = staged.promoted("ada", "checked", NOW);
    Artifact quarantined = callable("a").quarantined("ada", "suspect", NOW);

    assertThat(
            ranking.knownTools(List.of(staged.summary(), canary.summary(), quarantined.summary())))
        .isEmpty();
  }

  private static Artifact callable(String method) {
    return FeedReader.artifact(new ArtifactKey("t1", "feed_reader", method))
        .promoted("ada", "checked", NOW)
        .promoted("ada", "worked", NOW);
  }

  private static ArtifactSummary callableIn(List<ArtifactSummary> all, String method) {
    return all.stream().filter(it -> it.key().method().equals(method)).findFirst().orElseThrow();
  }
}
