package dev.reprise.execution.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.phase.PhaseLoop;
import dev.reprise.execution.worker.CallAbandonedException;
import dev.reprise.execution.worker.Worker;
import dev.reprise.fixture.Agents;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.resilience.BreakerSettings;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.OutcomeUnknownException;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The effect of breakers on runs. */
@QuietLog
class BreakersAtWorkTest {

  private static final Duration DAY = Duration.ofDays(1);
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final ManualClock clock = new ManualClock(Engine.START);
  private final FlakyModel model = new FlakyModel();
  private final FlakyTool tool = new FlakyTool();
  private final PhaseLoop loop =
      new EngineFixture(clock, model).tools(tool).breakers(EngineFixture.DEFAULT_BREAKERS).loop();
  private String tenant = "default";

  @AfterEach
  void stop() {
    executor.shutdownNow();
  }

  @Test
  void aToolThatBreaksDownIsNotCalledAfterFiveFailures() {
    tool.failure = Optional.of(new IllegalStateException("no ledger"));

    List<RunEvent> events = work(6, DAY);

    assertThat(tool.calls).isEqualTo(5);
    assertThat(all(events, ToolCallEvent.Started.class)).hasSize(5);
    Failure refused = all(events, ToolCallEvent.Failed.class).getLast().failure();
    assertThat(refused.code()).isEqualTo("breaker_open");
    assertThat(refused.message())
        .contains(tool.name, "failed 5 times", "unknown", "until " + Engine.START.plusSeconds(30))
        .doesNotContain("ledger");
  }

  @Test
  void aToolIsCalledOnceAfterTheOpenTimeAndThenAsUsual() {
    tool.failure = Optional.of(new IllegalStateException("no ledger"));
    work(5, DAY);
    tool.failure = Optional.empty();
    work(1, DAY);
    assertThat(tool.calls).isEqualTo(5);

    clock.moveTo(Engine.START.plusSeconds(30));
    List<RunEvent> events = work(3, DAY);

    assertThat(tool.calls).isEqualTo(8);
    assertThat(all(events, ToolCallEvent.Failed.class)).isEmpty();
  }

  @Test
  void aToolThatRefusesIsStillCalled() {
    tool.refuses = true;

    work(8, DAY);

    assertThat(tool.calls).isEqualTo(8);
  }

  static Stream<RuntimeException> faultsOfTheCaller() {
    return Stream.of(
        new UncheckedIOException(new NoSuchFileException("/a")),
        new UncheckedIOException(new AccessDeniedException("/a")),
        new IllegalArgumentException("no such unit"));
  }

  @ParameterizedTest
  @MethodSource("faultsOfTheCaller")
  void aToolIsStillCalledAfterFaultsOfItsCallerOrOfAFile(RuntimeException fault) {
    tool.failure = Optional.of(fault);

    work(8, DAY);

    assertThat(tool.calls).isEqualTo(8);
  }

  @Test
  void aToolThatFailsForOneTenantIsCalledForOthers() {
    tool.failure = Optional.of(new IllegalStateException("no ledger"));
    work(6, DAY);
    assertThat(tool.calls).isEqualTo(5);

    tenant = "other";
    tool.failure = Optional.empty();
    List<RunEvent> events = work(2, DAY);

    assertThat(tool.calls).isEqualTo(7);
    assertThat(all(events, ToolCallEvent.Failed.class)).isEmpty();
  }

  /**
   * A recorded failure might not be true, so nothing is recorded until the tool is called again.
   */
  @Test
  void aCallThatMayHaveHappenedWaitsForItsToolAndIsNotRecordedAsFailed() {
    tool.failure = Optional.of(new IllegalStateException("no ledger"));
    work(5, DAY);
    tool.failure = Optional.empty();
    MemoryJournal journal = Engine.submitted();
    AgentDefinition agent = agent(1, DAY);
    ActiveRun run = claim(journal, agent);
    run.append(
        List.of(
            new PhaseEvent.Started("only", "go", clock.instant()),
            replied(agent),
            new ToolCallEvent.Started(
                new CallLocation("only", 1, "t1c1"),
                tool.name,
                EffectClass.IDEMPOTENT,
                Optional.empty(),
                Optional.empty())));

    work(claim(journal, agent));

    assertThat(tool.calls).as("not called").isEqualTo(5);
    assertThat(all(journal.events(), ToolCallEvent.Failed.class)).isEmpty();
    var doubt = all(journal.events(), ToolCallEvent.Unknown.class).getFirst();
    assertThat(doubt.failure().code()).isEqualTo("breaker_open");
    assertThat(doubt.attempt()).as("none was made").isZero();
    assertThat(doubt.next()).contains(Engine.START.plusSeconds(30));

    clock.moveTo(Engine.START.plusSeconds(30));
    work(claim(journal, agent));

    assertThat(tool.calls).isEqualTo(6);
    assertThat(all(journal.events(), ToolCallEvent.Completed.class)).hasSize(1);
  }

  @Test
  void aToolWhoseCallsKeepEndingUnknownIsNotCalled() {
    tool.unknown = true;

    for (int i = 0; i < 6; i++) { // each in a run of its own, which then waits for a person
      work(1, DAY);
    }

    assertThat(tool.calls).isEqualTo(5);
  }

  @Test
  void aProviderThatFailsIsNotCalledAndRunsWaitForIt() {
    model.fault = Optional.of(new Fault(FailureClass.SERVER_ERROR, "boom"));
    openTheBreakerOfTheModel();

    List<RunEvent> events = work(1, DAY);

    assertThat(model.calls).isEqualTo(5);
    var held = all(events, ModelEvent.Retrying.class).getLast();
    assertThat(held.failure().code()).isEqualTo("breaker_open");
    assertThat(held.failure().message()).contains("provider " + model.name, "server_error");
    assertThat(held.attempt()).as("attempts made").isZero();
    assertThat(held.next()).isEqualTo(Engine.START.plus(BreakerSettings.MODEL.openFor()));
  }

  @Test
  void aPhaseThatCannotWaitForItsProviderEndsAtOnce() {
    model.fault = Optional.of(new Fault(FailureClass.SERVER_ERROR, "boom"));
    openTheBreakerOfTheModel();

    List<RunEvent> events = work(1, Duration.ofSeconds(59));

    assertThat(all(events, ModelEvent.Failed.class))
        .singleElement()
        .extracting(failed -> failed.failure().code())
        .isEqualTo("breaker_open");
    assertThat(model.calls).isEqualTo(5);
  }

  @Test
  void aProviderIsStillCalledAfterFaultsThatAreNotItsOwn() {
    for (FailureClass kind :
        List.of(
            FailureClass.INVALID_REQUEST,
            FailureClass.CONTEXT_EXCEEDED,
            FailureClass.CONTENT_REFUSED,
            FailureClass.RATE_LIMITED)) {
      model.fault = Optional.of(new Fault(kind, "no"));
      work(1, DAY);
      work(1, DAY);
    }

    assertThat(model.calls).isEqualTo(8);
  }

  /** Each run waits after one attempt. */
  private void openTheBreakerOfTheModel() {
    for (int i = 0; i < 5; i++) {
      work(1, DAY);
    }
  }

  private List<RunEvent> work(int turns, Duration deadline) {
    MemoryJournal journal = Engine.submitted();
    work(claim(journal, agent(turns, deadline)));
    return journal.events();
  }

  private ActiveRun claim(MemoryJournal journal, AgentDefinition agent) {
    return EngineFixture.claim(journal, agent, tenant, clock);
  }

  private Optional<NextStep.PhaseEnd> work(ActiveRun run) {
    try {
      return loop.work(run, new Worker(run, Optional::empty, executor, clock));
    } catch (CallAbandonedException | InterruptedException e) {
      throw new IllegalStateException("no supervisor abandons a call", e);
    }
  }

  /** An agent that calls the tool in this many turns, and then answers. */
  private AgentDefinition agent(int turns, Duration deadline) {
    String call = "{\"calls\": [{\"tool\": \"%s\"}]}, ".formatted(tool.name).repeat(turns);
    var script =
        new JsonValue("{\"script\": {\"only\": [%s{\"text\": \"done\"}]}}".formatted(call));
    var limits = new Limits(20, deadline);
    return Agents.agent("clerk")
        .provider(model.name, script)
        .phase("only", limits, tool.name)
        .build();
  }

  private RunEvent replied(AgentDefinition agent) {
    var call = new ToolCall("t1c1", tool.name, new JsonValue("{}"));
    var reply = new ModelReply("", List.of(call), Usage.NONE);
    return Replies.of(
        agent.phases().getFirst().name(), 1, reply.blocks(), reply.usage(), reply.metadata());
  }

  private static <T extends RunEvent> List<T> all(List<RunEvent> events, Class<T> type) {
    return events.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** A provider of its own for each test, which fails as long as it is told to. */
  private static final class FlakyModel extends ScriptedModel implements ChatModel {

    private final String name = "p" + UUID.randomUUID();
    private Optional<Fault> fault = Optional.empty();
    private int calls;

    @Override
    public String provider() {
      return name;
    }

    @Override
    public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
      calls++;
      if (fault.isPresent()) {
        throw new ModelException(fault.get());
      }
      return super.reply(request);
    }
  }

  /** A tool of its own for each test, which breaks down or refuses as long as it is told to. */
  private static final class FlakyTool implements Tool {

    private final String name = "t" + UUID.randomUUID().toString().replace('-', '_');
    private Optional<RuntimeException> failure = Optional.empty();
    private boolean refuses;
    private boolean unknown;
    private int calls;

    @Override
    public ToolDeclaration declaration() {
      return ToolDeclaration.named(name, EffectClass.IDEMPOTENT)
          .taking(new JsonValue("{\"type\": \"object\"}"))
          .in("test")
          .build();
    }

    @Override
    public ToolOutcome call(ToolRequest request) throws OutcomeUnknownException {
      calls++;
      if (unknown) {
        throw new OutcomeUnknownException(name, "the line went dead");
      }
      if (failure.isPresent()) {
        throw failure.get();
      }
      return refuses
          ? ToolOutcome.failed("no_such_file", "there is none")
          : new ToolOutcome.Succeeded("done");
    }
  }
}
