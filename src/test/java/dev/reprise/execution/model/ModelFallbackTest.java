package dev.reprise.execution.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.Engine;
import dev.reprise.execution.FakeTools;
import dev.reprise.execution.RecordingModel;
import dev.reprise.execution.SimulatedOperator;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelRequest;
import dev.reprise.resilience.FailureClass;
import dev.reprise.run.state.Outcome;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a run calls another model, and when it does not. */
class ModelFallbackTest {

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final RecordingModel model = new RecordingModel();
  private final MemoryJournal journal = Engine.submitted();

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "TIMEOUT",
        "CONNECTION",
        "RATE_LIMITED",
        "OVERLOADED",
        "SERVER_ERROR",
        "STREAM_RESET",
        "BREAKER_OPEN",
        "CONTEXT_EXCEEDED"
      })
  void callsTheNextModelAfterTheLastAttemptAtTheFirst(FailureClass kind)
      throws InterruptedException {
    RunState end = carryOn(fails(kind.code()));

    assertThat(end.outcome()).contains(new Outcome.Completed("from the other"));
    assertThat(asked()).hasSize(kind.isTransient() ? 5 : 2).last().isEqualTo("other 1");
    assertThat(fellBack())
        .hasSize(1)
        .first()
        .extracting(it -> it.failure().code())
        .isEqualTo(kind.code());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"AUTHENTICATION", "INVALID_REQUEST", "CONTENT_REFUSED", "CANCELLED", "UNKNOWN"})
  void callsNoOtherModelIfThatDoesNotHelpOrIsNotAllowed(FailureClass kind)
      throws InterruptedException {
    carryOn(fails(kind.code()));

    assertThat(asked()).isNotEmpty().containsOnly("first 1");
    assertThat(fellBack()).isEmpty();
  }

  @Test
  void callsTheNextModelInsteadOfALongWait() throws InterruptedException {
    carryOn("{'fail': {'code': 'overloaded', 'message': 'busy', 'retryAfter': 'PT31S'}}");

    assertThat(asked()).containsExactly("first 1", "other 1");
  }

  @Test
  void waitsForAModelThatIsBackSoon() throws InterruptedException {
    carryOn(
        "{'fail': {'code': 'overloaded', 'message': 'busy', 'times': 1, 'retryAfter': 'PT30S'},"
            + " 'text': 'back'}");

    assertThat(asked()).containsExactly("first 1", "first 2");
  }

  @Test
  void doesNotCallAModelWhoseQuotaIsPausedForLong() throws InterruptedException {
    var limited = "{'fail': {'code': 'rate_limited', 'message': 'slow', 'retryAfter': 'PT1H'}}";
    String gives = "{'fail': {'code': 'no_idea', 'message': 'none'}}";
    carryOn(agent(scripted("limited", limited), scripted("other", gives)));

    // nor when the run is retried, as it is twice
    assertThat(asked()).containsExactly("limited 1", "other 1", "other 1", "other 1");
    assertThat(fellBack())
        .extracting(it -> it.failure().message())
        .last()
        .asString()
        .contains("quota of model limited of scripted is paused until");
  }

  @Test
  void endsThePhaseWhenTheLastModelDoesNotAnswerEither() throws InterruptedException {
    var busy = "{'fail': {'code': 'overloaded', 'message': 'busy'}}";

    RunState end = carryOn(agent(scripted("first", busy), scripted("other", busy)));

    assertThat(end.outcome().orElseThrow()).isInstanceOf(Outcome.Failed.class);
    assertThat(journal.events()).hasAtLeastOneElementOfType(ModelEvent.Failed.class);
  }

  private RunState carryOn(String turn) throws InterruptedException {
    return carryOn(agent(scripted("first", turn), scripted("other", "{'text': 'from the other'}")));
  }

  private RunState carryOn(AgentDefinition agent) throws InterruptedException {
    var tools = new FakeTools();
    var operator = new SimulatedOperator(journal, tools, List.of());
    return new Engine(agent, journal, tools, operator, executor, model).carryToItsEnd();
  }

  private static String fails(String code) {
    return "{'fail': {'code': '%s', 'message': 'by script'}}".formatted(code);
  }

  /** Returns which models were called, and how often, in order. */
  private List<String> asked() {
    return model.requests().stream().map(ModelFallbackTest::asked).toList();
  }

  private static String asked(ModelRequest request) {
    return request.model().name() + " " + request.attempt();
  }

  private List<ModelEvent.FellBack> fellBack() {
    return journal.events().stream()
        .filter(ModelEvent.FellBack.class::isInstance)
        .map(ModelEvent.FellBack.class::cast)
        .toList();
  }

  private static AgentDefinition agent(ModelChoice first, ModelChoice other) {
    return Agents.agent("clerk")
        .model(first)
        .phase("only", new Limits(10, Duration.ofDays(1)))
        .fallbacks(other)
        .build();
  }

  private static ModelChoice scripted(String name, String turn) {
    String script = "{'script': {'only': [%s]}}".formatted(turn).replace('\'', '"');
    return new ModelChoice("scripted", name, new JsonValue(script));
  }
}
