package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.execution.AnyPrefixResumesTest.FaultPlan;
import dev.reprise.execution.RecordedCalls.Place;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.Sample;
import dev.reprise.journal.ChildRunEvent;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.CallKey;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.StatusTransitions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Forks any run after any event, and forks the fork again. Each fork reaches its own end with the
 * same tools, and repeats no effect and no model reply of the runs before it.
 */
@QuietLog
class AnyForkContinuesTest {

  private long forks;

  @Property(tries = 20)
  void repeatsNothingThatARunHasDone(
      @ForAll("agents") AgentDefinition agent, @ForAll("plans") List<FaultPlan> plans)
      throws InterruptedException {
    List<InjectedFault> faults = AnyPrefixResumesTest.faults(agent, plans);
    var tools = new FakeTools();
    MemoryJournal run = Engine.submitted();
    RunState end = AnyPrefixResumesTest.carryOn(agent, run, tools, faults);
    Position head = ReplayedRun.from(run, run.run(), agent).head();

    for (int sequence : Sample.between(1, (int) head.sequence())) {
      MemoryJournal fork = checked(agent, run, sequence, tools, faults);
      int last = fork.events().size();
      for (int again : Set.of(1, (last + 1) / 2, last)) {
        checked(agent, fork, again, tools, faults);
      }
      if (isPlain(run, end)) {
        assertThat(ReplayedRun.from(fork, fork.run(), agent).state().outcome())
            .as("forked after %d", sequence)
            .isEqualTo(end.outcome());
      }
    }
    assertThat(ReplayedRun.from(run, run.run(), agent).head()).isEqualTo(head);
    assertThat(ReplayedRun.from(run, run.run(), agent).state()).isEqualTo(end);
  }

  /**
   * Without injected faults, without a limit that starts again for a fork, and with the model that
   * a fork starts with. A fork counts attempts anew too, so a script says once more to a fork that
   * a transcript is too long which the run has shortened already.
   */
  private static boolean isPlain(MemoryJournal run, RunState end) {
    return end.outcome().filter(Outcome.Completed.class::isInstance).isPresent()
        && run.events().stream()
            .noneMatch(
                event ->
                    event instanceof PhaseEvent.Skipped
                        || event instanceof ModelEvent.FellBack
                        || (event instanceof ModelEvent.Retrying again && again.saysTooLong())
                        || event instanceof PhaseEvent.MessagePosted
                        || event instanceof ControlEvent.Retried);
  }

  /** Forks a run that has its end, carries the fork to its own, and checks what that repeated. */
  private MemoryJournal checked(
      AgentDefinition agent,
      MemoryJournal run,
      int sequence,
      FakeTools tools,
      List<InjectedFault> faults)
      throws InterruptedException {
    MemoryJournal fork = Engine.forked(next(), run, agent, sequence, ended(run));
    RunState end = AnyPrefixResumesTest.carryOn(agent, fork, tools, faults);

    String where = "run %s forked after %d of %s".formatted(fork.run(), sequence, run.run());
    assertThat(end.outcome()).as(where).isPresent();
    assertThat(tools.effects().values()).as(where).allMatch(count -> count == 1);
    assertThat(isAllowedWhatItBegins(fork, agent)).as(where).isTrue();
    MemoryJournal past = run.cutAfter(sequence);
    assertThat(replies(fork)).as(where).noneMatch(repliesUpTo(past)::contains);
    Set<Place> begun = new RecordedCalls(run).begun();
    begun.retainAll(new RecordedCalls(past).places());
    assertThat(tools.run())
        .as(where)
        .noneMatch(
            begun.stream().map(place -> key(fork.run(), place)).collect(Collectors.toSet())
                ::contains);
    return fork;
  }

  /**
   * Returns whether people approved, for the fork itself, each call that needs approval, unless the
   * runs before it had started the call.
   */
  private static boolean isAllowedWhatItBegins(MemoryJournal fork, AgentDefinition agent) {
    var forked = (LifecycleEvent.Forked) fork.events().getFirst();
    MemoryJournal parent = fork.parent().orElseThrow();
    Set<Place> allowed = new RecordedCalls(parent.cutAfter((int) forked.sequence())).begun();
    boolean own = false;
    for (RunEvent event : fork.events()) {
      own = own || event instanceof LifecycleEvent.Admitted;
      if (event instanceof HumanInputEvent it && approves(it)) {
        allowed.add(new Place(it.phase(), it.iteration(), it.callId()));
      }
      if (event instanceof ToolCallEvent.Started it) {
        var place = new Place(it.phase(), it.iteration(), it.callId());
        if (own && agent.grant(it.tool()).approval() && !allowed.contains(place)) {
          return false;
        }
        allowed.add(place);
      }
    }
    return true;
  }

  /** An edit without a digest is the parent's. */
  private static boolean approves(HumanInputEvent said) {
    return switch (said) {
      case HumanInputEvent.Decided decided -> decided.approved();
      case HumanInputEvent.Allowed ignored -> true;
      case HumanInputEvent.Edited edited -> edited.digest().isPresent();
      case HumanInputEvent.Answered ignored -> false;
      case HumanInputEvent.Assigned ignored -> false;
      case HumanInputEvent.Resolved ignored -> false;
    };
  }

  @Property(tries = 20)
  void leavesActiveCallsToARunThatContinues(
      @ForAll("agents") AgentDefinition agent, @ForAll("plans") List<FaultPlan> plans)
      throws InterruptedException {
    List<InjectedFault> faults = AnyPrefixResumesTest.faults(agent, plans);
    MemoryJournal whole = Engine.submitted();
    RunState end = AnyPrefixResumesTest.carryOn(agent, whole, new FakeTools(), faults);

    for (int cut : Sample.between(1, whole.events().size())) {
      var before = new RecordedCalls(whole.cutAfter(cut));
      for (boolean happened : before.inFlight().isEmpty() ? Set.of(false) : Set.of(false, true)) {
        MemoryJournal run = whole.cutAfter(cut);
        var tools = FakeTools.after(before, happened);
        MemoryJournal fork = Engine.forked(next(), run, agent, cut, ended(run));

        RunState reached = AnyPrefixResumesTest.carryOn(agent, run, tools, faults);
        RunState forked = AnyPrefixResumesTest.carryOn(agent, fork, tools, faults);

        String where = "forked after %d, in flight happened: %s".formatted(cut, happened);
        assertThat(AnyPrefixResumesTest.reached(reached))
            .as(where)
            .isEqualTo(AnyPrefixResumesTest.reached(end));
        assertThat(forked.outcome()).as(where).isPresent();
        assertThat(isAllowedWhatItBegins(fork, agent)).as(where).isTrue();
        assertThat(tools.effects().values()).as(where).allMatch(count -> count == 1);
      }
    }
  }

  @Property(tries = 10)
  void survivesACrashAfterAnyEventOfAFork(
      @ForAll("agents") AgentDefinition agent,
      @ForAll("plans") List<FaultPlan> plans,
      @ForAll int place)
      throws InterruptedException {
    List<InjectedFault> faults = AnyPrefixResumesTest.faults(agent, plans);
    MemoryJournal run = Engine.submitted();
    var tools = new FakeTools();
    AnyPrefixResumesTest.carryOn(agent, run, tools, faults);
    int sequence = 1 + Math.floorMod(place, run.events().size());
    MemoryJournal fork = Engine.forked(next(), run, agent, sequence, ended(run));
    int begin = fork.events().size();
    RunState end = AnyPrefixResumesTest.carryOn(agent, fork, tools, faults);

    for (int cut : Sample.between(begin, fork.events().size())) {
      MemoryJournal journal = fork.cutAfter(cut);
      var before = new RecordedCalls(journal);
      for (boolean happened : before.inFlight().isEmpty() ? Set.of(false) : Set.of(false, true)) {
        MemoryJournal left = fork.cutAfter(cut);
        var after = FakeTools.after(before, happened);

        RunState resumed = AnyPrefixResumesTest.carryOn(agent, left, after, faults);

        String where =
            "forked after %d, cut after %d, happened: %s".formatted(sequence, cut, happened);
        assertThat(AnyPrefixResumesTest.reached(resumed))
            .as(where)
            .isEqualTo(AnyPrefixResumesTest.reached(end));
        assertThat(AnyPrefixResumesTest.modelReplies(left))
            .as(where)
            .isEqualTo(AnyPrefixResumesTest.modelReplies(fork));
        assertThat(after.run()).as(where).noneMatch(before.ended()::contains);
        assertThat(after.effects().values()).as(where).allMatch(count -> count == 1);
      }
    }
  }

  @Example
  void keepsTheAnswersThatACallHasHadSoFar() throws InterruptedException {
    AgentDefinition agent = GeneratedAgents.helped();
    MemoryJournal whole = Engine.submitted();
    RunState end = AnyPrefixResumesTest.carryOn(agent, whole, new FakeTools(), List.of());
    Set<UUID> childRuns = childRuns(whole);
    assertThat(childRuns).as("child runs of one call").hasSize(2);

    for (int cut = 1; cut <= whole.events().size(); cut++) {
      for (int sequence = 1; sequence <= cut; sequence++) {
        for (boolean ended : List.of(true, false)) {
          MemoryJournal run = whole.cutAfter(cut);
          var tools = FakeTools.after(new RecordedCalls(run), true);
          MemoryJournal fork = Engine.forked(next(), run, agent, sequence, ended);

          RunState forked = AnyPrefixResumesTest.carryOn(agent, fork, tools, List.of());

          String where = "run cut after %d, forked after %d".formatted(cut, sequence);
          assertThat(forked.outcome()).as(where).isEqualTo(end.outcome());
          if (((LifecycleEvent.Forked) fork.events().getFirst()).calls().isEmpty()) {
            continue; // the call is the fork's own, and so are its child runs
          }
          assertThat(childRuns).as(where).containsAll(childRuns(fork));
        }
      }
    }
  }

  private static Set<UUID> childRuns(MemoryJournal run) {
    return run.events().stream()
        .filter(ChildRunEvent.Delegated.class::isInstance)
        .map(event -> ((ChildRunEvent.Delegated) event).child())
        .collect(Collectors.toSet());
  }

  private UUID next() {
    return new UUID(2, ++forks);
  }

  private static boolean ended(MemoryJournal run) {
    return run.events().stream()
        .flatMap(event -> StatusTransitions.statusAfter(event).stream())
        .reduce((before, status) -> status)
        .filter(RunStatus::isFinal)
        .isPresent();
  }

  private static String key(UUID run, Place place) {
    return CallKey.of(run, new CallLocation(place.phase(), place.iteration(), place.callId()));
  }

  private static Set<String> repliesUpTo(MemoryJournal run) {
    Set<String> replies = new HashSet<>(replies(run));
    if (run.events().getFirst() instanceof LifecycleEvent.Forked forked) {
      MemoryJournal parent = run.parent().orElseThrow();
      replies.addAll(repliesUpTo(parent.cutAfter((int) forked.sequence())));
    }
    return replies;
  }

  private static Set<String> replies(MemoryJournal run) {
    return AnyPrefixResumesTest.modelReplies(run).stream()
        .map(event -> (ModelEvent.Replied) event)
        .map(reply -> reply.phase() + "/" + reply.iteration())
        .collect(Collectors.toSet());
  }

  @Provide
  Arbitrary<AgentDefinition> agents() {
    return GeneratedAgents.any();
  }

  @Provide
  Arbitrary<List<FaultPlan>> plans() {
    // An upgrade in the middle is for the migration's own tests: a fork keeps its run's present
    // pins.
    return AnyPrefixResumesTest.anyPlans()
        .map(
            plans ->
                plans.stream().filter(plan -> plan.kind() != InjectedFault.Kind.UPGRADE).toList());
  }
}
