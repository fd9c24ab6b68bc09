package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.EventType;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people and models learn of a call that fails and is retried, wherever a server crashes. */
@QuietLog
class RetriedCallTest {

  private static final ToolGrant ASKED =
      new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), true);

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void asksAPersonOnceAboutACallThatIsRetried() throws InterruptedException {
    AgentDefinition agent = agent("add", FakeTools.Mood.BUSY, Map.of("add", ASKED));
    MemoryJournal whole = Engine.submitted();
    var tools = new FakeTools();
    carryOn(agent, whole, tools);

    assertThat(ofCalls(whole))
        .containsExactly(
            EventType.TOOL_CALL_ASKED,
            EventType.TOOL_CALL_ALLOWED,
            EventType.TOOL_CALL_STARTED,
            EventType.TOOL_CALL_CHARGED,
            EventType.TOOL_CALL_RETRYING,
            EventType.TOOL_CALL_STARTED,
            EventType.TOOL_CALL_CHARGED,
            EventType.TOOL_CALL_RETRYING,
            EventType.TOOL_CALL_STARTED,
            EventType.TOOL_CALL_CHARGED,
            EventType.TOOL_CALL_COMPLETED);
    for (int cut = 1; cut <= whole.events().size(); cut++) {
      MemoryJournal left = whole.cutAfter(cut);
      FakeTools after = FakeTools.after(new RecordedCalls(left), false);
      carryOn(agent, left, after);
      assertThat(ofCalls(left))
          .as("cut after %d", cut)
          .containsOnlyOnce(EventType.TOOL_CALL_ASKED)
          .containsOnlyOnce(EventType.TOOL_CALL_ALLOWED)
          .endsWith(EventType.TOOL_CALL_COMPLETED);
      assertThat(after.effects()).as("cut after %d", cut).isEqualTo(tools.effects());
    }
  }

  @Test
  void tellsTheModelTheLastFailureOfACallThatHasUsedUpItsAttempts() throws InterruptedException {
    AgentDefinition agent = agent("put", FakeTools.Mood.SWAMPED, Map.of());
    MemoryJournal whole = Engine.submitted();
    assertSaysWhatFailed(carryOn(agent, whole, new FakeTools()));

    assertThat(count(whole, EventType.TOOL_CALL_STARTED)).isEqualTo(RetryPolicy.TOOL.attempts());
    assertThat(count(whole, EventType.TOOL_CALL_RETRYING))
        .isEqualTo(RetryPolicy.TOOL.attempts() - 1);
    assertThat(count(whole, EventType.TOOL_CALL_FAILED)).isEqualTo(1);
    for (int cut = 1; cut <= whole.events().size(); cut++) {
      MemoryJournal left = whole.cutAfter(cut);
      boolean answered = count(left, EventType.MODEL_REPLIED) == 2;
      List<ModelRequest> asked =
          carryOn(agent, left, FakeTools.after(new RecordedCalls(left), false));
      if (!answered) {
        assertSaysWhatFailed(asked);
      }
      assertThat(count(left, EventType.TOOL_CALL_RETRYING) + madeAgainInDoubt(left))
          .as("cut after %d", cut)
          .isEqualTo(RetryPolicy.TOOL.attempts() - 1);
    }
  }

  /** A failed retry does not mean that an attempt failed during which a server was lost. */
  private static long madeAgainInDoubt(MemoryJournal journal) {
    return journal.events().stream()
        .filter(
            event -> event instanceof ToolCallEvent.Unknown unknown && unknown.next().isPresent())
        .count();
  }

  private static void assertSaysWhatFailed(List<ModelRequest> asked) {
    assertThat(asked.getLast().transcript().last())
        .isInstanceOfSatisfying(
            Message.ToolResult.class,
            result ->
                assertThat(result.outcome())
                    .isEqualTo(new ToolOutcome.Failed(new Failure("overloaded", "swamped"))));
  }

  @Test
  void asksAPersonAgainIfTheModelOfARetriedRunRepeatsTheCall() throws InterruptedException {
    MemoryJournal journal = Engine.submitted();
    var tools = new FakeTools();
    var operator = new SimulatedOperator(journal, tools, List.of());
    var agent = agent("add", FakeTools.Mood.FINE, Map.of("add", ASKED));

    RunState end =
        new Engine(
                agent, journal, tools, operator, executor, new RecordingModel(new FailsInBetween()))
            .carryToItsEnd();

    assertThat(end.outcome()).contains(new Outcome.Completed("done"));
    assertThat(count(journal, EventType.RUN_RETRIED)).isEqualTo(1);
    assertThat(count(journal, EventType.TOOL_CALL_ASKED)).isEqualTo(2);
    assertThat(count(journal, EventType.TOOL_CALL_DECIDED)).isEqualTo(2);
    assertThat(tools.effects()).hasSize(2);
  }

  /** Requests one call, fails, requests the same call with the same id, and answers. */
  private static final class FailsInBetween implements ChatModel {

    private int requests;

    @Override
    public String provider() {
      return "scripted";
    }

    @Override
    public void check(ModelOptions options) {
      // it has none
    }

    @Override
    public ModelReply reply(ModelRequest request) throws ModelException {
      requests++;
      if (requests == 2) {
        throw new ModelException(new Fault(FailureClass.INVALID_REQUEST, "what?"));
      }
      return requests == 4
          ? new ModelReply("done", List.of(), Usage.NONE)
          : new ModelReply("", List.of(call("add", FakeTools.Mood.FINE)), Usage.NONE);
    }
  }

  private static ToolCall call(String tool, FakeTools.Mood mood) {
    return new ToolCall("c1", tool, new JsonValue("{\"mood\":\"" + mood + "\"}"));
  }

  /** Executes a run to its end; returns the requests to its model. */
  private List<ModelRequest> carryOn(AgentDefinition agent, MemoryJournal journal, FakeTools tools)
      throws InterruptedException {
    var operator = new SimulatedOperator(journal, tools, List.of());
    var engine = new Engine(agent, journal, tools, operator, executor);
    assertThat(engine.carryToItsEnd().outcome()).contains(new Outcome.Completed("done"));
    return engine.requests();
  }

  private static List<EventType> ofCalls(MemoryJournal journal) {
    return types(journal).filter(type -> type.typeName().startsWith("tool-call.")).toList();
  }

  private static long count(MemoryJournal journal, EventType type) {
    return types(journal).filter(type::equals).count();
  }

  private static Stream<EventType> types(MemoryJournal journal) {
    return journal.events().stream().map(EventType::of);
  }

  private static AgentDefinition agent(
      String tool, FakeTools.Mood mood, Map<String, ToolGrant> grants) {
    var script =
        """
        {"script": {"only": [
          {"calls": [{"id": "c1", "tool": "%s", "arguments": {"mood": "%s"}}]},
          {"text": "done"}]}}"""
            .formatted(tool, mood);
    var limits = new Limits(10, Duration.ofDays(1));
    return Agents.agent("generated")
        .model(Agents.scripted(new JsonValue(script)))
        .phase("only", limits, tool)
        .limits(limits)
        .grants(grants)
        .build();
  }
}
