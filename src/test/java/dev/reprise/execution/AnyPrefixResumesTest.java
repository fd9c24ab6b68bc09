package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.QuietLog;
import dev.reprise.fixture.Sample;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.EventType;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelRequest;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * The promise of the product: if the journal of any run is cut after any event, as by a crash, and
 * a new engine resumes the run, it ends as it would have without the cut, and no effect happens
 * twice. This holds whether or not the calls in flight had their effect.
 */
@QuietLog
class AnyPrefixResumesTest {

  /** Of each run, if a sample is tried: more agents show more than more cuts. */
  private static final int CUTS = 3;

  /** What people say, each in its own way, about calls that need approval. */
  private static final EnumSet<EventType> OF_PEOPLE =
      EnumSet.of(
          EventType.TOOL_CALL_DECIDED,
          EventType.TOOL_CALL_ALLOWED,
          EventType.TOOL_CALL_EDITED,
          EventType.TOOL_CALL_ASSIGNED,
          EventType.TOOL_CALL_REMINDED);

  private static final ExecutorService EXECUTOR = Executors.newVirtualThreadPerTaskExecutor();

  @Property(tries = 100)
  void endsAsItWouldHaveAndRepeatsNothing(
      @ForAll("agents") AgentDefinition agent, @ForAll("plans") List<FaultPlan> plans)
      throws InterruptedException {
    List<InjectedFault> faults = faults(agent, plans);
    var tools = new FakeTools();
    MemoryJournal whole = submitted();
    RunState end = carryOn(agent, whole, tools, faults);
    collect(whole);
    assertResumesAfterAnyEvent(agent, whole, tools, faults, end);
  }

  private static MemoryJournal submitted() {
    MemoryJournal journal = Engine.submitted();
    journal
        .append(
            new Writer(Engine.RUN, "default", 0),
            journal.position(Engine.RUN, 1),
            List.of(
                new ControlEvent.Attributed("ana", List.of("bo")),
                new ControlEvent.Labelled("ana", Map.of("team", "search"))))
        .await();
    return journal;
  }

  @Example
  void endsAsItWouldHaveWhereverABudgetHoldsItUp() throws InterruptedException {
    AgentDefinition agent = GeneratedAgents.budgeted();
    List<InjectedFault> faults =
        faults(agent, List.of(new FaultPlan(InjectedFault.Kind.CANCEL, 3)));
    var tools = new FakeTools();
    MemoryJournal whole = Engine.submitted();

    RunState end = carryOn(agent, whole, tools, faults);

    assertResumesAfterAnyEvent(agent, whole, tools, faults, end);
  }

  @Example
  void endsAsItWouldHaveIfItsModelRepeatsItself() throws InterruptedException {
    AgentDefinition agent = GeneratedAgents.looping();
    var tools = new FakeTools();
    MemoryJournal whole = Engine.submitted();

    RunState end = carryOn(agent, whole, tools, List.of());

    // a message and then a resume let it start again
    assertThat(measures(whole)).startsWith(LoopResponse.values()).hasSizeGreaterThan(6);
    assertResumesAfterAnyEvent(agent, whole, tools, List.of(), end);
  }

  @Example
  void endsAsItWouldHaveHoweverPeopleDecide() throws InterruptedException {
    AgentDefinition agent = GeneratedAgents.asking();
    var tools = new FakeTools();
    MemoryJournal whole = Engine.submitted();

    RunState end = carryOn(agent, whole, tools, List.of());

    assertThat(whole.events()).extracting(EventType::of).containsAll(OF_PEOPLE);
    assertResumesAfterAnyEvent(agent, whole, tools, List.of(), end);
  }

  private static void assertResumesAfterAnyEvent(
      AgentDefinition agent,
      MemoryJournal whole,
      FakeTools tools,
      List<InjectedFault> faults,
      RunState end)
      throws InterruptedException {
    assertThat(foldsAlike(whole, agent)).isTrue();
    assertThat(tools.effects().values()).allMatch(count -> count == 1);
    assertThat(asksOnceForEachApproval(whole)).isTrue();

    for (int cut : Sample.between(1, whole.events().size(), CUTS)) {
      assertThat(foldsAlike(checkpointed(whole.cutAfter(cut), agent), agent)).isTrue();
      var before = new RecordedCalls(whole.cutAfter(cut));
      for (boolean happened : before.inFlight().isEmpty() ? NO_MATTER : EITHER) {
        MemoryJournal journal = whole.cutAfter(cut);
        var after = FakeTools.after(before, happened);

        RunState resumed = carryOn(agent, journal, after, faults);

        String where = "cut after %d, calls in flight happened: %s".formatted(cut, happened);
        assertThat(reached(resumed)).as(where).isEqualTo(reached(end));
        assertBeganAlike(where, resumed, end);
        assertThat(modelReplies(journal)).as(where).isEqualTo(modelReplies(whole));
        assertThat(after.effects()).as(where).isEqualTo(tools.effects());
        assertThat(after.run()).as(where).noneMatch(before.ended()::contains);
        assertThat(asksOnceForEachApproval(journal)).as(where).isTrue();
      }
    }
  }

  /**
   * Returns whether people are asked once about each call, and again only of another tool or after
   * they did not decide in time.
   */
  private static boolean asksOnceForEachApproval(MemoryJournal journal) {
    Set<RecordedCalls.Place> asked = new HashSet<>();
    Set<RecordedCalls.Place> decided = new HashSet<>();
    for (RunEvent event : journal.events()) {
      if (event instanceof ControlEvent.Migrated) {
        asked.clear();
      }
      if (event instanceof HumanInputEvent it) {
        decided.add(new RecordedCalls.Place(it.phase(), it.iteration(), it.callId()));
      }
      if (event instanceof ControlEvent.Resumed || event instanceof ControlEvent.Retried) {
        asked.retainAll(decided);
      }
      if (event instanceof ToolCallEvent.Asked it
          && it.asking() == QuestionKind.APPROVAL
          && !asked.add(new RecordedCalls.Place(it.phase(), it.iteration(), it.callId()))) {
        return false;
      }
    }
    return true;
  }

  private static final boolean[] NO_MATTER = {false};
  private static final boolean[] EITHER = {false, true};

  /**
   * Returns whether a replay from the newest checkpoint leads to the same state, also with a later
   * version of the agent.
   */
  private static boolean foldsAlike(MemoryJournal journal, AgentDefinition agent) {
    return Stream.of(Engine.present(agent, journal), GeneratedAgents.upgraded(agent))
        .allMatch(
            version ->
                ReplayedRun.from(journal, Engine.RUN, version, journal.checkpoint())
                    .equals(ReplayedRun.from(journal, Engine.RUN, version)));
  }

  /** Returns the journal with a checkpoint at its end, wherever that is. */
  private static MemoryJournal checkpointed(MemoryJournal journal, AgentDefinition agent) {
    ReplayedRun folded = ReplayedRun.from(journal, Engine.RUN, Engine.present(agent, journal));
    var claim = new Claim(Engine.RUN, "default", journal.claim());
    claim.checkpoint(journal, folded.head(), folded.state()).await();
    return journal;
  }

  /**
   * Every event type occurs, so that there was a cut after each; except the start of a fork, after
   * which {@link AnyForkContinuesTest} cuts, and those that few generated runs have.
   */
  private static void collect(MemoryJournal journal) {
    journal.events().forEach(event -> Statistics.collect(EventType.of(event)));
    Statistics.coverage(
        coverage -> {
          Set<EventType> types = EnumSet.complementOf(OF_PEOPLE);
          types.remove(EventType.RUN_FORKED);
          for (EventType type : types) {
            coverage.check(type).count(count -> count > 0);
          }
        });
  }

  private static Stream<LoopResponse> measures(MemoryJournal journal) {
    return journal.events().stream()
        .filter(PhaseEvent.LoopSuspected.class::isInstance)
        .map(event -> ((PhaseEvent.LoopSuspected) event).measure());
  }

  static RunState carryOn(
      AgentDefinition agent, MemoryJournal journal, FakeTools tools, List<InjectedFault> faults)
      throws InterruptedException {
    var operator = new SimulatedOperator(journal, tools, faults);
    var engine = new Engine(agent, journal, tools, operator, EXECUTOR);
    RunState end = engine.carryToItsEnd();
    assertThat(engine.requests()).allSatisfy(AnyPrefixResumesTest::isWhole);
    return end;
  }

  /** A transcript begins with what was asked, and no call in it lacks its result. */
  private static void isWhole(ModelRequest request) {
    assertThat(request.transcript().messages().getFirst()).isInstanceOf(Message.User.class);
    assertThat(ids(request, Message.ToolResult.class, result -> List.of(result.call())))
        .isEqualTo(ids(request, Message.Assistant.class, Message.Assistant::calls));
  }

  private static <T extends Message> List<String> ids(
      ModelRequest request, Class<T> type, Function<T, List<ToolCall>> calls) {
    return request.transcript().messages().stream()
        .filter(type::isInstance)
        .flatMap(message -> calls.apply(type.cast(message)).stream())
        .map(ToolCall::id)
        .toList();
  }

  /**
   * The end of a run, without the failures of its store, and with times compared only
   * approximately, see {@link #assertBeganAlike}.
   */
  static List<Object> reached(RunState state) {
    String phases = state.phases().toString().replaceAll("2026-01-[0-9]{2}T[0-9:.]+Z", "<time>");
    return List.of(
        state.agent().runPolicy().budget().hasLimit() ? withoutStreaks(phases) : phases,
        state.consumption().iterations(),
        state.consumption().usage(),
        state.outcome());
  }

  /**
   * Each resume lets a model repeat itself anew. Which call a budget holds up, and so where people
   * resume the run, depends on the calls that a crash repeats.
   */
  private static String withoutStreaks(String phases) {
    return phases
        .replaceAll("LoopGuard\\[streak=[0-9]+", "LoopGuard[streak=<any>")
        .replaceAll("repeated=\\[[^\\]]*\\]", "repeated=<any>");
  }

  /**
   * Deadlines count from the same time, except for the pauses before retries of calls with unknown
   * outcome: a call whose server is lost before the outcome is recorded is retried at once. Where a
   * budget holds a run up depends on the calls that a crash repeats; an approval that expires
   * before the run is held up, and not after, is one more rest of the operator.
   */
  static void assertBeganAlike(String where, RunState resumed, RunState end) {
    long apart = Duration.between(since(end), since(resumed)).abs().toSeconds();
    if (end.agent().runPolicy().budget().hasLimit()) {
      long rest = SimulatedOperator.REST.toSeconds();
      apart = Math.min(apart % rest, rest - apart % rest);
    }
    assertThat(Duration.ofSeconds(apart)).as(where).isLessThan(Duration.ofMinutes(1));
  }

  private static Instant since(RunState state) {
    return state.clock().since().orElse(Engine.START);
  }

  static List<RunEvent> modelReplies(MemoryJournal journal) {
    return journal.events().stream().filter(ModelEvent.Replied.class::isInstance).toList();
  }

  @Provide
  Arbitrary<AgentDefinition> agents() {
    return GeneratedAgents.any();
  }

  @Provide
  Arbitrary<List<FaultPlan>> plans() {
    return anyPlans();
  }

  static Arbitrary<List<FaultPlan>> anyPlans() {
    Arbitrary<Integer> reply = Arbitraries.integers().between(0, 5);
    return Combinators.combine(Arbitraries.of(InjectedFault.Kind.class), reply)
        .as(FaultPlan::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(2)
        .filter(plans -> plans.stream().filter(FaultPlan::isUpgrade).count() < 2);
  }

  /**
   * A planned fault.
   *
   * @param reply the place of the model's reply in a run without any, counted round
   */
  record FaultPlan(InjectedFault.Kind kind, int reply) {

    /** There is one newer version of the server, so no run meets a second. */
    boolean isUpgrade() {
      return kind == InjectedFault.Kind.UPGRADE;
    }
  }

  static List<InjectedFault> faults(AgentDefinition agent, List<FaultPlan> plans)
      throws InterruptedException {
    MemoryJournal calm = Engine.submitted();
    carryOn(agent, calm, new FakeTools(), List.of());
    List<RunEvent> replies = modelReplies(calm);
    List<InjectedFault> faults = new ArrayList<>();
    for (FaultPlan plan : replies.isEmpty() ? List.<FaultPlan>of() : plans) {
      var reply = (ModelEvent.Replied) replies.get(plan.reply() % replies.size());
      faults.add(new InjectedFault(plan.kind(), reply.phase(), reply.iteration()));
    }
    return faults;
  }
}
