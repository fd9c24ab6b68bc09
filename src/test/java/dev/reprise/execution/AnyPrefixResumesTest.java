package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.EventType;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelRequest;
import dev.reprise.run.Checkpoint;
import dev.reprise.run.Claim;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;

/**
 * The promise of the product: cut the journal of any run behind any event, as a crash does, let a
 * fresh engine go on, and the run ends as it would have without the cut, whether or not calls had
 * their effect of which the record does not say it; and no effect happens twice.
 */
class AnyPrefixResumesTest {

  private static final ExecutorService EXECUTOR = Executors.newVirtualThreadPerTaskExecutor();
  private static final Logger LOG = Logger.getLogger("dev.reprise");

  @BeforeContainer
  static void beQuietAboutFailuresOnPurpose() {
    LOG.setLevel(Level.OFF);
  }

  @AfterContainer
  static void speakAgain() {
    LOG.setLevel(null);
  }

  @Property(tries = 100)
  void endsAsItWouldHaveAndRepeatsNothing(
      @ForAll("agents") AgentDefinition agent, @ForAll("plans") List<MishapPlan> plans)
      throws InterruptedException {
    List<Mishap> mishaps = mishaps(agent, plans);
    var world = new World();
    MemoryJournal whole = Engine.submitted();
    RunState end = carryOn(agent, whole, world, mishaps);
    collect(whole);
    assertResumesBehindAnyEvent(agent, whole, world, mishaps, end);
  }

  @Example
  void endsAsItWouldHaveWhereItsModelGoesRoundInCircles() throws InterruptedException {
    AgentDefinition agent = GeneratedAgents.looping();
    var world = new World();
    MemoryJournal whole = Engine.submitted();

    RunState end = carryOn(agent, whole, world, List.of());

    // a word and then a wish to go on let it begin again
    assertThat(measures(whole)).startsWith(LoopResponse.values()).hasSizeGreaterThan(6);
    assertResumesBehindAnyEvent(agent, whole, world, List.of(), end);
  }

  private static void assertResumesBehindAnyEvent(
      AgentDefinition agent, MemoryJournal whole, World world, List<Mishap> mishaps, RunState end)
      throws InterruptedException {
    assertThat(foldsAlike(whole, agent)).isTrue();
    assertThat(world.effects().values()).allMatch(count -> count == 1);
    assertThat(asksOnceForEachApproval(whole)).isTrue();

    for (int cut = 1; cut <= whole.events().size(); cut++) {
      assertThat(foldsAlike(checkpointed(whole.cutBehind(cut), agent), agent)).isTrue();
      var before = new RecordedCalls(whole.cutBehind(cut));
      for (boolean happened : before.inFlight().isEmpty() ? NO_MATTER : EITHER) {
        MemoryJournal journal = whole.cutBehind(cut);
        var after = World.behind(before, happened);

        RunState resumed = carryOn(agent, journal, after, mishaps);

        String where = "cut behind %d, calls in flight happened: %s".formatted(cut, happened);
        assertThat(reached(resumed)).as(where).isEqualTo(reached(end));
        assertBeganAlike(where, resumed, end);
        assertThat(modelReplies(journal)).as(where).isEqualTo(modelReplies(whole));
        assertThat(after.effects()).as(where).isEqualTo(world.effects());
        assertThat(after.run()).as(where).noneMatch(before.ended()::contains);
        assertThat(asksOnceForEachApproval(journal)).as(where).isTrue();
      }
    }
  }

  /** Returns whether people are asked once about each call, and again only of another tool. */
  private static boolean asksOnceForEachApproval(MemoryJournal journal) {
    Set<RecordedCalls.Place> asked = new HashSet<>();
    for (RunEvent event : journal.events()) {
      if (event instanceof ControlEvent.Migrated) {
        asked.clear();
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
   * Returns whether the journal comes to the same from its newest checkpoint on, also under a later
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
    Checkpoint.append(journal, claim, folded.head(), folded.state()).await();
    return journal;
  }

  /**
   * Every type of event occurs, so that there was a cut behind each; but a fork's beginning, which
   * {@link AnyForkGoesOnTest} cuts behind.
   */
  private static void collect(MemoryJournal journal) {
    journal.events().forEach(event -> Statistics.collect(EventType.of(event)));
    Statistics.coverage(
        coverage -> {
          for (EventType type : EnumSet.complementOf(EnumSet.of(EventType.RUN_FORKED))) {
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
      AgentDefinition agent, MemoryJournal journal, World world, List<Mishap> mishaps)
      throws InterruptedException {
    var outside = new Outside(journal, world, mishaps);
    var engine = new Engine(agent, journal, world, outside, EXECUTOR);
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
   * What a run comes to. How often its store failed on the way is not a part of that, and at which
   * second only about, see {@link #assertBeganAlike}.
   */
  static List<Object> reached(RunState state) {
    String phases = state.phases().toString().replaceAll("2026-01-[0-9]{2}T[0-9:.]+Z", "<time>");
    return List.of(phases, state.iterations(), state.usage(), state.outcome());
  }

  /**
   * Deadlines count from the same time, but for pauses after which calls are made again whose
   * outcome is unknown: one that is lost with its server before that is recorded is made at once.
   */
  static void assertBeganAlike(String where, RunState resumed, RunState end) {
    assertThat(Duration.between(since(end), since(resumed)).abs())
        .as(where)
        .isLessThan(Duration.ofMinutes(1));
  }

  private static Instant since(RunState state) {
    return state.since().orElse(Engine.START);
  }

  static List<RunEvent> modelReplies(MemoryJournal journal) {
    return journal.events().stream().filter(ModelEvent.Replied.class::isInstance).toList();
  }

  @Provide
  Arbitrary<AgentDefinition> agents() {
    return GeneratedAgents.any();
  }

  @Provide
  Arbitrary<List<MishapPlan>> plans() {
    return anyPlans();
  }

  static Arbitrary<List<MishapPlan>> anyPlans() {
    Arbitrary<Integer> reply = Arbitraries.integers().between(0, 5);
    return Combinators.combine(Arbitraries.of(Mishap.Kind.class), reply)
        .as(MishapPlan::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(2)
        .filter(plans -> plans.stream().filter(MishapPlan::isUpgrade).count() < 2);
  }

  /**
   * A mishap to be.
   *
   * @param reply the place of the model's reply in a run without any, counted round
   */
  record MishapPlan(Mishap.Kind kind, int reply) {

    /** There is one newer version of the server, so no run meets a second. */
    boolean isUpgrade() {
      return kind == Mishap.Kind.UPGRADE;
    }
  }

  static List<Mishap> mishaps(AgentDefinition agent, List<MishapPlan> plans)
      throws InterruptedException {
    MemoryJournal calm = Engine.submitted();
    carryOn(agent, calm, new World(), List.of());
    List<RunEvent> replies = modelReplies(calm);
    List<Mishap> mishaps = new ArrayList<>();
    for (MishapPlan plan : replies.isEmpty() ? List.<MishapPlan>of() : plans) {
      var reply = (ModelEvent.Replied) replies.get(plan.reply() % replies.size());
      mishaps.add(new Mishap(plan.kind(), reply.phase(), reply.iteration()));
    }
    return mishaps;
  }
}
