package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.Sample;
import dev.reprise.run.decision.NextStep;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/**
 * No run is stranded: if any run is stopped for any cause at any step, once or several times, with
 * its child runs ending before or after, something ends every wait that follows.
 */
@QuietLog
class EveryWaitEndsTest {

  private static final ExecutorService EXECUTOR = Executors.newVirtualThreadPerTaskExecutor();

  private static final List<Class<? extends NextStep>> WAITS =
      List.of(
          NextStep.AwaitReconciliation.class,
          NextStep.AwaitPerson.class,
          NextStep.AwaitResume.class,
          NextStep.AwaitBudget.class,
          NextStep.AwaitChildren.class,
          NextStep.AwaitTime.class,
          NextStep.AwaitRetry.class,
          NextStep.AwaitGuidance.class);

  private final Map<StopCause, Set<Class<?>>> stops = new EnumMap<>(StopCause.class);

  @Property(tries = 50)
  void endsWhereverARunIsStopped(
      @ForAll("agents") AgentDefinition agent,
      @ForAll StopCause cause,
      @ForAll @IntRange(max = 999) int place,
      @ForAll @IntRange(min = 1, max = 3) int times,
      @ForAll @IntRange(min = -2, max = 2) int childrenEnd)
      throws InterruptedException, CallAbandonedException {
    int at = 1 + place * carryOn(agent, StopPlan.NONE).size() / 1000;

    carryOn(agent, new StopPlan(cause, at, times, at + childrenEnd));
  }

  @Example
  void endsWhereverARunIsStoppedThatWaitsInEveryWay()
      throws InterruptedException, CallAbandonedException {
    stopEverywhere(GeneratedAgents.waiting());
    stopEverywhere(GeneratedAgents.looping());

    for (StopCause cause : EnumSet.complementOf(EnumSet.of(StopCause.UNRECORDABLE))) {
      assertThat(stops.get(cause)).as("%s", cause).containsAll(WAITS);
    }
  }

  private void stopEverywhere(AgentDefinition agent)
      throws InterruptedException, CallAbandonedException {
    List<Class<? extends NextStep>> checks = carryOn(agent, StopPlan.NONE);
    for (StopCause cause : StopCause.values()) {
      for (int at : places(checks)) {
        carryOn(agent, new StopPlan(cause, at, 2, 0));
      }
    }
  }

  /** Returns some of the checks of a run's stop, and some of those before each wait. */
  private static Set<Integer> places(List<Class<? extends NextStep>> checks) {
    Set<Integer> places = new TreeSet<>(Sample.between(1, checks.size()));
    for (Class<? extends NextStep> wait : WAITS) {
      List<Integer> before =
          IntStream.rangeClosed(1, checks.size())
              .filter(at -> checks.get(at - 1).equals(wait))
              .boxed()
              .toList();
      places.addAll(Sample.of(before, 2));
    }
    return places;
  }

  private List<Class<? extends NextStep>> carryOn(AgentDefinition agent, StopPlan plan)
      throws InterruptedException, CallAbandonedException {
    return new StoppedRun(agent, plan, EXECUTOR, this::collect).carryToItsEnd();
  }

  private void collect(StopCause cause, NextStep next) {
    stops.computeIfAbsent(cause, it -> new HashSet<>()).add(next.getClass());
  }

  @Provide
  Arbitrary<AgentDefinition> agents() {
    return GeneratedAgents.any();
  }
}
