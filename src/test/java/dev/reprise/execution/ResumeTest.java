package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.EventType;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an engine does first with a run that another one has started. */
class ResumeTest {

  private static final Phase LOOK = phase("look", "look at {{input.topic}}", 10);
  private static final Phase REPORT = phase("report", "report {{phases.look.output}}", 10);
  private static final String KEY = Engine.RUN + "/look/%d/t%dc1";

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final RecordingModel model = new RecordingModel();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void startsARunWithNothingRecordedButItsSubmission() throws InterruptedException {
    resumed(agent(LOOK, REPORT), journal -> is(journal, EventType.RUN_SUBMITTED));

    assertThat(first().phase()).isEqualTo("look");
    assertThat(first().transcript().messages()).containsExactly(new Message.User("look at tides"));
  }

  @Test
  void recordsTheResultsOfAReplyBeforeTheNextModelCall() throws InterruptedException {
    MemoryJournal whole = whole(agent(LOOK, REPORT));

    assertThat(whole.events().stream().map(EventType::of))
        .containsSubsequence(
            EventType.MODEL_REPLIED,
            EventType.TOOL_CALL_STARTED,
            EventType.TOOL_CALL_COMPLETED,
            EventType.MODEL_REPLIED,
            EventType.TOOL_CALL_STARTED,
            EventType.TOOL_CALL_COMPLETED,
            EventType.MODEL_REPLIED,
            EventType.PHASE_COMPLETED);
  }

  @Test
  void givesTheModelTheRecordedResultOfACallWithoutRepeatingIt() throws InterruptedException {
    FakeTools after = resumed(agent(LOOK, REPORT), journal -> ended(journal, "t1c1"));

    assertThat(after.run()).doesNotContain(KEY.formatted(1, 1)).contains(KEY.formatted(2, 2));
    assertThat(first().transcript().messages())
        .last()
        .isInstanceOfSatisfying(
            Message.ToolResult.class,
            result -> {
              assertThat(result.call().id()).isEqualTo("t1c1");
              assertThat(result.outcome()).isInstanceOf(ToolOutcome.Succeeded.class);
            });
  }

  @Test
  void makesARequestedCallThatWasNotStarted() throws InterruptedException {
    FakeTools after = resumed(agent(LOOK, REPORT), journal -> is(journal, EventType.MODEL_REPLIED));

    assertThat(after.run()).contains(KEY.formatted(1, 1));
  }

  @Test
  void continuesAtTheDueIteration() throws InterruptedException {
    MemoryJournal whole = whole(agent(LOOK, REPORT));
    MemoryJournal cut = cut(whole, journal -> ended(journal, "t2c1"));
    int replies = replies(cut).size();

    carryOn(agent(LOOK, REPORT), cut);

    assertThat(replies(cut).get(replies - 1).iteration()).isEqualTo(2);
    assertThat(replies(cut).get(replies).iteration()).isEqualTo(3);
  }

  @Test
  void showsTheModelAllMessagesFromTheFirstAndAddsNone() throws InterruptedException {
    resumed(agent(LOOK, REPORT), journal -> ended(journal, "t2c1"));

    assertThat(first().transcript().messages())
        .hasSize(5)
        .first()
        .isEqualTo(new Message.User("look at tides"));
    assertThat(first().transcript().messages())
        .filteredOn(Message.User.class::isInstance)
        .hasSize(1);
  }

  @Test
  void showsTheModelItsOwnRepliesUnchangedWhereverTheRunWasCut() throws InterruptedException {
    var agent = agent(new ModelChoice(VerboseModel.PROVIDER, "", JsonValue.EMPTY_OBJECT), LOOK);
    MemoryJournal whole = Engine.submitted();
    List<ModelRequest> asked = asked(agent, whole);

    assertThat(asked).hasSize(3);
    assertThat(asked.getLast().transcript().messages())
        .contains(said(asked.get(0)), said(asked.get(1)));
    assertThat(asked.get(1).transcript().last())
        .isInstanceOfSatisfying(
            Message.ToolResult.class,
            seen -> assertThat(seen.outcome().toString()).contains(FakeTools.SEEN.source()));
    for (int cut = 1; cut <= whole.events().size(); cut++) {
      List<ModelRequest> again = asked(agent, whole.cutAfter(cut));

      assertThat(again)
          .as("cut after %d", cut)
          .isEqualTo(asked.subList(asked.size() - again.size(), asked.size()));
    }
  }

  private static Message said(ModelRequest request) {
    ModelReply reply = new VerboseModel().reply(request);
    return new Message.Assistant(reply.blocks(), reply.metadata());
  }

  private List<ModelRequest> asked(AgentDefinition agent, MemoryJournal journal)
      throws InterruptedException {
    var eloquent = new RecordingModel(new VerboseModel());
    var tools = new FakeTools();
    var operator = new SimulatedOperator(journal, tools, List.of());
    RunState end = new Engine(agent, journal, tools, operator, executor, eloquent).carryToItsEnd();
    assertThat(end.outcome()).contains(new Outcome.Completed("seen: all"));
    return eloquent.requests();
  }

  @Test
  void asksForASummaryWithoutToolsAndQuotesWhatItReplaces() throws InterruptedException {
    AgentDefinition whole = agent(LOOK, REPORT);
    var agent = Agents.from(whole).compaction(new Compaction(60, 1)).build();

    carryOn(agent, Engine.submitted());

    ModelRequest asked =
        model.requests().stream()
            .filter(request -> request.purpose() == ModelRequest.Purpose.SUMMARY)
            .reduce((one, next) -> next)
            .orElseThrow();
    assertThat(asked.tools()).isEmpty();
    assertThat(asked.systemPrompt()).startsWith("You summarise");
    assertThat(asked.iteration()).isEqualTo(2);
    assertThat(asked.transcript().messages()).hasSize(1);
    assertThat(((Message.User) asked.transcript().last()).text())
        .startsWith("The agent's task:\n\nUser:\nlook at tides\n\nWhat was said")
        .contains("Agent:\n[call t1c1 of add with {\"mood\":\"FINE\"}]")
        .contains("Result of call t1c1:\nadd {{input.topic}}")
        .doesNotContain("t2c1");
  }

  @Test
  void takesTheSystemPromptFromTheDefinition() throws InterruptedException {
    resumed(agent(LOOK, REPORT), journal -> ended(journal, "t2c1"));

    assertThat(model.requests())
        .extracting(ModelRequest::systemPrompt)
        .containsOnly("You look and report.");
  }

  @Test
  void neverEntersAnEndedPhaseAgain() throws InterruptedException {
    FakeTools after =
        resumed(agent(LOOK, REPORT), journal -> is(journal, EventType.PHASE_COMPLETED));

    assertThat(model.requests()).extracting(ModelRequest::phase).containsOnly("report");
    assertThat(first().transcript().messages())
        .containsExactly(new Message.User("report look at tides, seen"));
    assertThat(after.run()).isEmpty();
  }

  @Test
  void endsWithTheRecordedAnswerWithoutCallingTheModel() throws InterruptedException {
    MemoryJournal whole = whole(agent(LOOK));

    RunState state =
        carryOn(agent(LOOK), cut(whole, journal -> is(journal, EventType.PHASE_COMPLETED)));

    assertThat(state.outcome()).contains(new Outcome.Completed("look at tides, seen"));
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void countsWhatWasUsedBeforeAgainstTheLimits() throws InterruptedException {
    AgentDefinition agent = agent(phase("look", "look at {{input.topic}}", 2));
    MemoryJournal cut = cut(whole(agent), journal -> ended(journal, "t2c1"));

    carryOn(agent, cut);

    assertThat(cut.events())
        .filteredOn(PhaseEvent.Failed.class::isInstance)
        .first()
        .isInstanceOfSatisfying(
            PhaseEvent.Failed.class,
            failed -> assertThat(failed.failure().code()).isEqualTo("iteration_limit"));
  }

  @Test
  void checksAgainWhetherThePhaseMayMakeACall() throws InterruptedException {
    AgentDefinition agent = agent(LOOK, REPORT);
    MemoryJournal cut = cut(whole(agent), journal -> is(journal, EventType.MODEL_REPLIED));
    var lesser = new Phase("look", LOOK.prompt(), List.of("look"), LOOK.critical(), LOOK.limits());

    FakeTools after = new FakeTools();
    carryOn(agent(lesser, REPORT), cut, after);

    assertThat(after.run()).isEmpty();
    assertThat(cut.events())
        .filteredOn(ToolCallEvent.Failed.class::isInstance)
        .first()
        .isInstanceOfSatisfying(
            ToolCallEvent.Failed.class,
            failed -> assertThat(failed.failure().code()).isEqualTo("tool_not_allowed"));
  }

  @Test
  void recordsNoBodiesIfTheAgentSaysSoButWorksWithThem() throws InterruptedException {
    AgentDefinition agent = withoutBodies(agent(LOOK, REPORT));
    MemoryJournal journal = Engine.submitted();
    var tools = new FakeTools();

    carryOn(agent, journal, tools);

    assertThat(first().transcript().messages()).containsExactly(new Message.User("look at tides"));
    assertThat(model.requests().getLast().transcript().messages())
        .containsExactly(new Message.User("report look at tides, seen"));
    assertThat(tools.effects()).hasSize(2);
    assertThat(journal.events().subList(1, journal.events().size()).toString())
        .contains("[not kept: 13 bytes, sha-256 ")
        .doesNotContain("look at", "seen", "FINE", "{{input");
    assertThat(journal.events().getLast()).isInstanceOf(LifecycleEvent.Completed.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"PHASE_STARTED", "MODEL_REPLIED", "TOOL_CALL_STARTED", "PHASE_COMPLETED"})
  void failsAnInterruptedRunWithoutBodies(EventType last) throws InterruptedException {
    AgentDefinition agent = withoutBodies(agent(LOOK, REPORT));
    MemoryJournal whole = Engine.submitted();
    carryOn(agent, whole);
    int asked = model.requests().size();
    var after = new FakeTools();

    RunState state = carryOn(agent, cut(whole, journal -> is(journal, last)), after);

    assertThat(state.outcome().orElseThrow())
        .isInstanceOfSatisfying(
            Outcome.Failed.class,
            failed -> assertThat(failed.failure().code()).isEqualTo("bodies_not_kept"));
    assertThat(model.requests()).hasSize(asked);
    assertThat(after.run()).isEmpty();
  }

  @Test
  void restartsARunWithoutBodiesThatHadStartedNoPhase() throws InterruptedException {
    AgentDefinition agent = withoutBodies(agent(LOOK));
    MemoryJournal whole = Engine.submitted();
    carryOn(agent, whole);

    RunState state = carryOn(agent, cut(whole, journal -> is(journal, EventType.RUN_ADMITTED)));

    assertThat(state.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
  }

  private static AgentDefinition withoutBodies(AgentDefinition agent) {
    return Agents.from(agent).recordsContent(false).build();
  }

  private ModelRequest first() {
    return model.requests().getFirst();
  }

  /** Cuts a run's journal after the first matching place, and lets a new engine resume the run. */
  private FakeTools resumed(AgentDefinition agent, Predicate<List<RunEvent>> place)
      throws InterruptedException {
    MemoryJournal cut = cut(whole(agent), place);
    var after = new FakeTools();
    carryOn(agent, cut, after);
    return after;
  }

  private MemoryJournal whole(AgentDefinition agent) throws InterruptedException {
    var journal = Engine.submitted();
    var tools = new FakeTools();
    var engine =
        new Engine(
            agent, journal, tools, new SimulatedOperator(journal, tools, List.of()), executor);
    engine.carryToItsEnd();
    return journal;
  }

  private static MemoryJournal cut(MemoryJournal whole, Predicate<List<RunEvent>> place) {
    int sequence = 1;
    while (!place.test(whole.cutAfter(sequence).events())) {
      sequence++;
    }
    return whole.cutAfter(sequence);
  }

  private RunState carryOn(AgentDefinition agent, MemoryJournal journal)
      throws InterruptedException {
    return carryOn(agent, journal, new FakeTools());
  }

  private RunState carryOn(AgentDefinition agent, MemoryJournal journal, FakeTools tools)
      throws InterruptedException {
    var operator = new SimulatedOperator(journal, tools, List.of());
    return new Engine(agent, journal, tools, operator, executor, model).carryToItsEnd();
  }

  private static boolean is(List<RunEvent> events, EventType last) {
    return EventType.of(events.getLast()) == last;
  }

  private static boolean ended(List<RunEvent> events, String callId) {
    return events.getLast() instanceof ToolCallEvent.Completed done && done.callId().equals(callId);
  }

  private static List<ModelEvent.Replied> replies(MemoryJournal journal) {
    return journal.events().stream()
        .filter(ModelEvent.Replied.class::isInstance)
        .map(ModelEvent.Replied.class::cast)
        .toList();
  }

  private static Phase phase(String name, String prompt, int maxIterations) {
    return new Phase(
        name,
        new Template(prompt),
        List.of("look", "add"),
        true,
        new Limits(maxIterations, Duration.ofHours(1)));
  }

  private static final Map<String, String> SCRIPT =
      Map.of(
          "look",
          """
          [{"calls": [{"tool": "add", "arguments": {"mood": "FINE"}}]},
           {"calls": [{"tool": "add", "arguments": {"mood": "FINE", "more": 2}}]},
           {"text": "{{prompt}}, seen"}]\
          """,
          "report",
          """
          [{"text": "{{prompt}}, reported"}]\
          """);

  private static AgentDefinition agent(Phase... phases) {
    String script =
        Stream.of(phases)
            .map(phase -> "\"%s\": %s".formatted(phase.name(), SCRIPT.get(phase.name())))
            .collect(Collectors.joining(",", "{\"script\": {", "}}"));
    return agent(Agents.scripted(new JsonValue(script)), phases);
  }

  private static AgentDefinition agent(ModelChoice model, Phase... phases) {
    return Agents.agent("clerk")
        .model(model)
        .systemPrompt("You look and report.")
        .phases(phases)
        .build();
  }
}
