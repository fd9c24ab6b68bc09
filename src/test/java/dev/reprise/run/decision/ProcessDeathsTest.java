package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.Failure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run that ends its servers is found and given up after three of them, and no other run is. */
class ProcessDeathsTest {

  /** In the history, D is a death alone, d one beside other runs, and s a step forward. */
  @ParameterizedTest
  @CsvSource({
    "''        , START     ,  0",
    "D         , START     ,  0",
    "d         , START     ,  0",
    "dd        , ALONE     , 10",
    "DD        , ALONE     , 10",
    "ddD       , GIVEN_UP  ,  0",
    "DDD       , GIVEN_UP  ,  0",
    "ddd       , ALONE     , 20",
    "dddddddd  , ALONE     , 40",
    "ddddddddD , GIVEN_UP  ,  0",
    "ds        , START     ,  0",
    "dsd       , ALONE     , 10",
    "dsdsD     , ALONE     , 20",
    "dsdsDsD   , ALONE     , 40",
    "dsdsDsDsD , GIVEN_UP  ,  0",
    "dsDD      , ALONE     , 20",
    "dsDDD     , GIVEN_UP  ,  0",
  })
  void followsFromTheDeathsAndTheStepsForwardBetweenThem(String history, String next, long pause) {
    ProcessDeaths deaths = after(history);

    assertThat(next(deaths)).isEqualTo(next);
    assertThat(deaths.pause()).isEqualTo(Duration.ofSeconds(pause));
  }

  @Test
  void givesUpWithTheNumberOfDeathsInTheReason() {
    assertThat(after("ddD").failure())
        .contains(
            new Failure(
                "attempts_exhausted",
                "the process of its server ended 3 times while the run was at work, without a step"
                    + " forward between, and the last time the run was alone there"));
    assertThat(after("dsdsDsDsD").failure().orElseThrow().message())
        .startsWith("the process of its server ended 5 times while the run was at work, however");
  }

  @Test
  void refusesCountsThatCannotBe() {
    assertThatThrownBy(() -> new ProcessDeaths(1, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 deaths in one step must be 0 to 1");
  }

  @Property
  void deathsBesideOthersNeverGiveARunUp(@ForAll @Size(max = 30) List<Boolean> deaths) {
    ProcessDeaths now = ProcessDeaths.NONE;
    for (boolean isDeath : deaths) {
      now = isDeath ? now.died(1) : now.steppedForward();
    }

    assertThat(now.failure()).isEmpty();
  }

  /**
   * Runs of one server, one of which ends it whenever it is at work; the others take a step forward
   * or not. Those that start alone do so one by one, the least suspected first.
   */
  @Property
  void onlyTheRunThatEndsItsServersIsGivenUp(
      @ForAll @IntRange(max = 40) int innocents,
      @ForAll boolean poisonStepsForward,
      @ForAll @Size(max = 80) List<Boolean> steps) {
    List<ProcessDeaths> runs =
        new ArrayList<>(Collections.nCopies(innocents + 1, ProcessDeaths.NONE));
    int step = 0;
    int deaths = 0;

    while (runs.getFirst().failure().isEmpty()) {
      List<Integer> atWork = atWork(runs);
      boolean isEnd = atWork.contains(0);
      for (int run : atWork) {
        boolean stepsForward = run == 0 ? poisonStepsForward : at(steps, step++);
        ProcessDeaths now = stepsForward ? runs.get(run).steppedForward() : runs.get(run);
        runs.set(run, isEnd ? now.died(atWork.size() - 1) : ProcessDeaths.NONE);
      }
      deaths += isEnd ? 1 : 0;
    }

    assertThat(deaths).isEqualTo(poisonStepsForward ? ProcessDeaths.LIMIT : 3);
    assertThat(runs).filteredOn(it -> it.failure().isPresent()).hasSize(1);
  }

  private static boolean at(List<Boolean> steps, int index) {
    return !steps.isEmpty() && steps.get(index % steps.size());
  }

  /** An innocent run that was alone proves itself, and is then like any other. */
  private static List<Integer> atWork(List<ProcessDeaths> runs) {
    List<Integer> all = IntStream.range(0, runs.size()).boxed().toList();
    return all.reversed().stream()
        .filter(run -> runs.get(run).startsAlone())
        .min(Comparator.comparingInt(run -> runs.get(run).total()))
        .map(List::of)
        .orElse(all);
  }

  private static ProcessDeaths after(String history) {
    ProcessDeaths now = ProcessDeaths.NONE;
    for (int i = 0; i < history.length(); i++) {
      now =
          switch (history.charAt(i)) {
            case 'D' -> now.died(0);
            case 'd' -> now.died(7);
            default -> now.steppedForward();
          };
    }
    return now;
  }

  private static String next(ProcessDeaths deaths) {
    if (deaths.failure().isPresent()) {
      return "GIVEN_UP";
    }
    return deaths.startsAlone() ? "ALONE" : "START";
  }
}
