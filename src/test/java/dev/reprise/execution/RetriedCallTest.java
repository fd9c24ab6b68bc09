package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.RetryPreferences;
import dev.reprise.agent.Template;
import dev.reprise.agent.ToolGrant;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
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
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people and models learn of a call that fails and is made again, wherever a server dies. */
class RetriedCallTest {

  private static final Logger LOG = Logger.getLogger("dev.reprise");
  private static final ToolGrant ASKED =
      new ToolGrant(Set.of(), Optional.empty(), Optional.empty(), true);

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

  @BeforeEach
  void beQuietAboutFailuresOnPurpose() {
    LOG.setLevel(Level.OFF);
  }

  @AfterEach
  void stop() {
    LOG.setLevel(null);
    executor.shutdownNow();
  }

  @Test
  void asksAPersonOnceAboutACallThatIsMadeAgain() throws InterruptedException {
    AgentDefinition agent = agent("add", World.Mood.BUSY, Map.of("add", ASKED));
    MemoryJournal whole = Engine.submitted();
    var world = new World();
    carryOn(agent, whole, world);

    assertThat(ofCalls(whole))
        .containsExactly(
            EventType.TOOL_CALL_ASKED,
            EventType.TOOL_CALL_DECIDED,
            EventType.TOOL_CALL_STARTED,
            EventType.TOOL_CALL_RETRYING,
            EventType.TOOL_CALL_STARTED,
            EventType.TOOL_CALL_RETRYING,
            EventType.TOOL_CALL_STARTED,
            EventType.TOOL_CALL_COMPLETED);
    for (int cut = 1; cut <= whole.events().size(); cut++) {
      MemoryJournal left = whole.cutBehind(cut);
      World after = World.behind(new RecordedCalls(left), false);
      carryOn(agent, left, after);
      assertThat(ofCalls(left))
          .as("cut behind %d", cut)
          .containsOnlyOnce(EventType.TOOL_CALL_ASKED)
          .containsOnlyOnce(EventType.TOOL_CALL_DECIDED)
          .endsWith(EventType.TOOL_CALL_COMPLETED);
      assertThat(after.effects()).as("cut behind %d", cut).isEqualTo(world.effects());
    }
  }

  @Test
  void tellsTheModelTheLastFailureOfACallThatHasUsedUpItsAttempts() throws InterruptedException {
    AgentDefinition agent = agent("put", World.Mood.SWAMPED, Map.of());
    MemoryJournal whole = Engine.submitted();
    assertSaysWhatFailed(carryOn(agent, whole, new World()));

    assertThat(count(whole, EventType.TOOL_CALL_STARTED)).isEqualTo(RetryPolicy.TOOL.attempts());
    assertThat(count(whole, EventType.TOOL_CALL_RETRYING))
        .isEqualTo(RetryPolicy.TOOL.attempts() - 1);
    assertThat(count(whole, EventType.TOOL_CALL_FAILED)).isEqualTo(1);
    for (int cut = 1; cut <= whole.events().size(); cut++) {
      MemoryJournal left = whole.cutBehind(cut);
      boolean answered = count(left, EventType.MODEL_REPLIED) == 2;
      List<ModelRequest> asked = carryOn(agent, left, World.behind(new RecordedCalls(left), false));
      if (!answered) {
        assertSaysWhatFailed(asked);
      }
      assertThat(count(left, EventType.TOOL_CALL_RETRYING) + madeAgainInDoubt(left))
          .as("cut behind %d", cut)
          .isEqualTo(RetryPolicy.TOOL.attempts() - 1);
    }
  }

  /** A repeat that fails does not say that an attempt failed with which a server was lost. */
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
  void asksAPersonAnewWhereTheModelOfARetriedRunAsksForTheSameAgain() throws InterruptedException {
    MemoryJournal journal = Engine.submitted();
    var world = new World();
    var outside = new Outside(journal, world, List.of());
    var agent = agent("add", World.Mood.FINE, Map.of("add", ASKED));

    RunState end =
        new Engine(
                agent, journal, world, outside, executor, new ListeningModel(new FailsInBetween()))
            .carryToItsEnd();

    assertThat(end.outcome()).contains(new Outcome.Completed("done"));
    assertThat(count(journal, EventType.RUN_RETRIED)).isEqualTo(1);
    assertThat(count(journal, EventType.TOOL_CALL_ASKED)).isEqualTo(2);
    assertThat(count(journal, EventType.TOOL_CALL_DECIDED)).isEqualTo(2);
    assertThat(world.effects()).hasSize(2);
  }

  /** Asks for one call, fails, asks for the same call under the same id, and is done. */
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
          : new ModelReply("", List.of(call("add", World.Mood.FINE)), Usage.NONE);
    }
  }

  private static ToolCall call(String tool, World.Mood mood) {
    return new ToolCall("c1", tool, new JsonValue("{\"mood\":\"" + mood + "\"}"));
  }

  /** Carries a run to its end; returns what its model was asked. */
  private List<ModelRequest> carryOn(AgentDefinition agent, MemoryJournal journal, World world)
      throws InterruptedException {
    var outside = new Outside(journal, world, List.of());
    var engine = new Engine(agent, journal, world, outside, executor);
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
      String tool, World.Mood mood, Map<String, ToolGrant> grants) {
    var script =
        """
        {"script": {"only": [
          {"calls": [{"id": "c1", "tool": "%s", "arguments": {"mood": "%s"}}]},
          {"text": "done"}]}}"""
            .formatted(tool, mood);
    var limits = new Limits(10, Duration.ofDays(1));
    return new AgentDefinition(
        "generated",
        "",
        new ModelChoice("scripted", "default", new JsonValue(script)),
        "",
        List.of(new Phase("only", new Template("go"), List.of(tool), true, limits)),
        limits,
        Optional.empty(),
        true,
        List.of(),
        RetryPreferences.AS_THE_SERVER,
        grants);
  }
}
