package dev.reprise.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.tool.EngineFixture;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.execution.worker.SupervisedCall;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ModelReply;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.call.ToolCatalogue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tool of another server is redeclared while a run is in progress. */
class ToolChangedMeanwhileTest {

  private static final AgentDefinition AGENT =
      Agents.agent("clerk")
          .provider("p")
          .phase("only", new Limits(20, Duration.ofDays(1)), "remote")
          .build();

  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final AtomicInteger calls = new AtomicInteger();
  private final ToolCatalogue catalogue = ToolFixture.catalogue(List.of());
  private final MemoryJournal journal = new MemoryJournal(Engine.RUN);

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void isNotCalledAndTheRunWaitsForMigration() throws Exception {
    ActiveRun run = aboutToCall();
    int before = journal.events().size();

    catalogue.offer("elsewhere", List.of(new Remote("{\"type\":\"object\",\"minProperties\":1}")));
    carryOut(run);

    assertThat(calls).hasValue(0);
    assertThat(run.stopCause()).contains(StopCause.MISFIT);
    assertThat(run.mismatch().differences())
        .extracting(Object::toString)
        .containsExactly("tools.remote takes other arguments");
    assertThat(journal.events()).as("nothing was started").hasSize(before);
  }

  @Test
  void isReportedIfItIsGone() throws Exception {
    ActiveRun run = aboutToCall();

    catalogue.offer("elsewhere", List.of());
    carryOut(run);

    assertThat(run.mismatch().differences())
        .extracting(Object::toString)
        .containsExactly("tools.remote is not there");
  }

  @Test
  void isCalledIfItsDeclarationIsUnchanged() throws Exception {
    ActiveRun run = aboutToCall();

    catalogue.offer("elsewhere", List.of(new Remote("{\"type\": \"object\"}")));
    carryOut(run);

    assertThat(calls).hasValue(1);
    assertThat(run.stopCause()).isEmpty();
  }

  /** A model must not choose among a part of its tools. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void isMissedBeforeTheModelIsAsked(boolean isGone) throws Exception {
    ActiveRun run = submitted();
    run.append(new PhaseEvent.Started("only", "go", clock.instant()));
    var model = new RecordingModel();
    int before = journal.events().size();

    catalogue.offer(
        "elsewhere",
        isGone ? List.of() : List.of(new Remote("{\"type\":\"object\",\"minProperties\":1}")));
    new EngineFixture(clock, model)
        .catalogue(catalogue)
        .loop()
        .work(run, new Worker(run, run::stopCause, executor, clock));

    assertThat(model.requests()).isEmpty();
    assertThat(run.stopCause()).contains(StopCause.MISFIT);
    assertThat(run.mismatch().differences()).hasSize(1);
    assertThat(journal.events()).hasSize(before);
  }

  private ActiveRun aboutToCall() {
    ActiveRun run = submitted();
    var call = new ToolCall("t1c1", "remote", JsonValue.EMPTY_OBJECT);
    var reply = new ModelReply("", List.of(call), Usage.NONE);
    run.append(
        List.of(
            new PhaseEvent.Started("only", "go", clock.instant()),
            Replies.of("only", 1, reply.blocks(), reply.usage(), reply.metadata())));
    return run;
  }

  private ActiveRun submitted() {
    catalogue.offer("elsewhere", List.of(new Remote("{\"type\":\"object\"}")));
    var submitted =
        Submissions.pinning(
            catalogue.granted("default", List.of("remote")).pins(),
            "clerk",
            "version",
            JsonValue.EMPTY_OBJECT,
            "here",
            "ana");
    journal
        .append(new Writer(Engine.RUN, "default", 0), Position.START, List.of(submitted))
        .await();
    return EngineFixture.claim(journal, AGENT, clock);
  }

  private void carryOut(ActiveRun run) throws Exception {
    var next = new Decider(3, new LoopLimits(0, 0, 0)).next(run.state(), clock.instant());
    List<SupervisedCall> begun =
        new EngineFixture(clock, new ScriptedModel())
            .catalogue(catalogue)
            .breakers(EngineFixture.DEFAULT_BREAKERS)
            .toolSteps()
            .begin(run, (NextStep.CallTools) next);
    if (!begun.isEmpty()) {
      new Worker(run, run::stopCause, executor, clock).make(begun);
    }
  }

  private final class Remote implements Tool {

    private final String schema;

    Remote(String schema) {
      this.schema = schema;
    }

    @Override
    public ToolDeclaration declaration() {
      return ToolDeclaration.named("remote", EffectClass.ONCE)
          .taking(new JsonValue(schema))
          .in("mcp")
          .build();
    }

    @Override
    public ToolOutcome call(ToolRequest request) {
      calls.incrementAndGet();
      return new ToolOutcome.Succeeded("done");
    }
  }
}
