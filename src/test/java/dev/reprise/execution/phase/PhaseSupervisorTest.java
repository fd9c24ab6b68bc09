package dev.reprise.execution.phase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Compaction;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.execution.ActiveRun;
import dev.reprise.execution.Engine;
import dev.reprise.execution.StopCause;
import dev.reprise.execution.tool.EngineFixture;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.EventType;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ModelException;
import dev.reprise.model.ModelReply;
import dev.reprise.model.ModelRequest;
import dev.reprise.model.script.ScriptedModel;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.policy.ToolPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that hang, and jobs that are stopped during a call. */
@Timeout(30)
class PhaseSupervisorTest {

  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofMinutes(1);
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private final Clock clock = Clock.systemUTC();
  private final MemoryJournal journal = Engine.submitted(List.of());
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private final CountDownLatch returned = new CountDownLatch(1);
  private ToolPolicy policy = ToolFixture.policy();
  private final AtomicReference<StopCause> stop = new AtomicReference<>();

  @AfterEach
  void stop() {
    release.countDown();
    executor.shutdownNow();
  }

  @Test
  void continuesWithoutAReadingToolThatHangsAndIgnoresItsLateResult() throws Exception {
    assertThat(work(hanging("look", EffectClass.READ_ONLY, SHORT)))
        .containsInstanceOf(NextStep.CompletePhase.class);

    assertThat(newest(ToolCallEvent.Failed.class).failure().message())
        .isEqualTo("look was stopped after 0.05s");
    List<RunEvent> events = journal.events();
    letTheCallReturn();
    assertThat(journal.events()).isEqualTo(events);
  }

  @Test
  void recordsAnEffectThatDoesNotEndInTimeAsUnknown() throws Exception {
    assertThat(work(hanging("pay", EffectClass.ONCE, SHORT))).isEmpty();

    RunEvent last = journal.events().getLast();
    assertThat(last)
        .isEqualTo(
            new ToolCallEvent.Unknown(
                "only",
                1,
                "t1c1",
                1,
                new Failure("timeout", "it is unknown how pay ended: it did not end within 0.05s"),
                Optional.empty()));
    letTheCallReturn();
    assertThat(journal.events().getLast()).isEqualTo(last);
  }

  @Test
  void continuesWithTheOtherCallsOfAReplyIfOneHangs() throws Exception {
    var ended =
        work(hanging("look", EffectClass.READ_ONLY, SHORT), quick("glance", EffectClass.READ_ONLY));

    assertThat(ended).containsInstanceOf(NextStep.CompletePhase.class);
    assertThat(newest(ToolCallEvent.Failed.class).failure().code()).isEqualTo("timeout");
    assertThat(newest(ToolCallEvent.Completed.class).content()).isEqualTo("glance");
  }

  @Test
  void neverMakesACallThatGotNoThreadInTime() throws Exception {
    try (ExecutorService two = Executors.newFixedThreadPool(2)) { // the worker and one call
      work(two, hanging("look", EffectClass.ONCE, SHORT), hanging("pay", EffectClass.ONCE, SHORT));

      assertThat(newest(ToolCallEvent.Failed.class).failure().message())
          .isEqualTo("pay did not come to begin within 0.05s");
      release.countDown();
    }
  }

  @Test
  void makesCallsOfAToolWithConcurrencyOneInARow(@TempDir Path directory) throws Exception {
    policy = oneAtATime(directory);
    var atOnce = new AtomicInteger();
    Tool look =
        tool(
            "look",
            EffectClass.ONCE,
            LONG,
            request -> {
              int others = atOnce.getAndIncrement();
              LockSupport.parkNanos(1);
              atOnce.decrementAndGet();
              return new ToolOutcome.Succeeded("%d others".formatted(others));
            });

    work(agent(LONG, "look", "look", "look"), new ScriptedModel(), executor, List.of(look));

    assertThat(journal.events())
        .filteredOn(ToolCallEvent.Completed.class::isInstance)
        .extracting(event -> ((ToolCallEvent.Completed) event).content())
        .containsExactly("0 others", "0 others", "0 others");
  }

  @Test
  void recordsThatACallWithoutATurnWasNotMade(@TempDir Path directory) throws Exception {
    policy = oneAtATime(directory);

    var agent = agent(LONG, "look", "look");
    work(agent, new ScriptedModel(), executor, List.of(hanging("look", EffectClass.ONCE, SHORT)));

    assertThat(newest(ToolCallEvent.Unknown.class).failure().code()).isEqualTo("timeout");
    assertThat(newest(ToolCallEvent.Failed.class).failure().code()).isIn("overloaded", "timeout");
    release.countDown();
  }

  private static ToolPolicy oneAtATime(Path directory) throws IOException {
    Path file = directory.resolve("tools.yaml");
    Files.writeString(file, "- {name: look, concurrency: 1}");
    return ToolFixture.policy(file);
  }

  @Test
  void endsThePhaseOfAModelThatHangs() throws Exception {
    var agent = agent(SHORT, "look");

    assertThat(work(agent, new HangingModel(), executor, List.of(quick("look", EffectClass.ONCE))))
        .containsInstanceOf(NextStep.FailPhase.class);
    assertThat(journal.events()).noneMatch(ModelEvent.Replied.class::isInstance);
    assertThat(journal.events().getLast()).isInstanceOf(ModelEvent.Unanswered.class);
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void continuesWithoutASummaryThatHangs() throws Exception {
    String look = "{\"calls\": [{\"tool\": \"look\"}]}";
    var options =
        new JsonValue(
            "{\"script\": {\"only\": [%s, %s, {\"text\": \"done\"}]}}".formatted(look, look));
    AgentDefinition plain = agent(LONG, "look");
    var agent =
        Agents.from(plain).model(Agents.scripted(options)).compaction(new Compaction(1, 1)).build();

    assertThat(
            work(
                agent,
                new HangingSummaries(),
                executor,
                List.of(quick("look", EffectClass.READ_ONLY))))
        .containsInstanceOf(NextStep.CompletePhase.class);
    assertThat(newest(ModelEvent.CompactionFailed.class).failure().code())
        .isEqualTo("summary_overdue");
    assertThat(newest(ModelEvent.Unanswered.class).iteration()).isEqualTo(3);
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void abandonsTheCurrentCallWhenTheRunIsCancelled() throws Exception {
    Future<Optional<NextStep.PhaseEnd>> job =
        executor.submit(() -> work(hanging("look", EffectClass.READ_ONLY, LONG)));
    begun.await();

    stop.set(StopCause.CANCEL);

    assertThat(job.get()).isEmpty();
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
    letTheCallReturn();
    assertThat(EventType.of(journal.events().getLast())).isEqualTo(EventType.TOOL_CALL_STARTED);
  }

  /** The provider may charge for the reply that is lost. */
  @ParameterizedTest
  @EnumSource(
      value = StopCause.class,
      names = {"CANCEL", "CLAIM_LOST"})
  void countsAModelCallThatItAbandonsWhileTheRunIsItsOwn(StopCause cause) throws Exception {
    Tool look = quick("look", EffectClass.READ_ONLY);
    Future<Optional<NextStep.PhaseEnd>> job =
        executor.submit(
            () -> work(agent(LONG, "look"), new HangingModel(), executor, List.of(look)));
    begun.await();

    stop.set(cause);

    assertThat(job.get()).isEmpty();
    assertThat(EventType.of(journal.events().getLast()))
        .isEqualTo(
            cause == StopCause.CANCEL ? EventType.MODEL_UNANSWERED : EventType.PHASE_STARTED);
  }

  @Test
  void finishesTheCurrentCallAtShutdownAndStartsNoOther() throws Exception {
    Future<Optional<NextStep.PhaseEnd>> job =
        executor.submit(() -> work(hanging("look", EffectClass.READ_ONLY, LONG)));
    begun.await();

    stop.set(StopCause.DRAIN);
    assertThatThrownBy(() -> job.get(500, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    release.countDown();

    assertThat(job.get()).isEmpty();
    assertThat(EventType.of(journal.events().getLast())).isEqualTo(EventType.TOOL_CALL_COMPLETED);
  }

  @Test
  void abandonsTheCurrentCallOnInterruptAndKeepsTheInterrupt() throws Exception {
    var kept = new AtomicReference<Boolean>();
    Thread job =
        Thread.ofVirtual()
            .start(
                () -> {
                  work(hanging("look", EffectClass.READ_ONLY, LONG));
                  kept.set(Thread.currentThread().isInterrupted());
                });
    begun.await();

    job.interrupt();
    job.join();

    assertThat(kept.get()).isTrue();
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void writesNothingMoreAfterAnotherServerTookTheRun() {
    var tool =
        tool(
            "look",
            EffectClass.READ_ONLY,
            LONG,
            request -> {
              journal.claim();
              return new ToolOutcome.Succeeded("");
            });

    assertThat(work(tool)).isEmpty();
    assertThat(EventType.of(journal.events().getLast())).isEqualTo(EventType.TOOL_CALL_STARTED);
  }

  @Test
  void tellsTheJobWhyItsWorkerBrokeDown() {
    try (var one = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>())) {
      assertThatThrownBy(
              () -> work(one, quick("look", EffectClass.ONCE), quick("pay", EffectClass.ONCE)))
          .isInstanceOf(RejectedExecutionException.class);
    }
  }

  @Test
  void clearsAnInterruptThatAToolLeavesBeforeTheJournalIsWritten() {
    var seen = new AtomicReference<Boolean>();
    var rude =
        tool(
            "look",
            EffectClass.READ_ONLY,
            LONG,
            request -> {
              Thread.currentThread().interrupt();
              return new ToolOutcome.Succeeded("");
            });
    var model =
        new ScriptedModel() {
          @Override
          public ModelReply reply(ModelRequest request)
              throws ModelException, InterruptedException {
            seen.set(Thread.currentThread().isInterrupted());
            return super.reply(request);
          }
        };

    work(agent(LONG, "look"), model, executor, List.of(rude));

    assertThat(seen.get()).isFalse();
  }

  @Test
  void callsAModelAgainThatIsBusyForAMoment() {
    Optional<NextStep.PhaseEnd> end = work(busy(2, Optional.empty(), () -> {}));

    assertThat(end).containsInstanceOf(NextStep.CompletePhase.class);
    assertThat(journal.events().stream().filter(ModelEvent.Retrying.class::isInstance))
        .extracting(event -> ((ModelEvent.Retrying) event).attempt())
        .containsExactly(1, 2);
  }

  @Test
  void summarisesATooLongTranscriptAndCallsTheModelAgainOnce() {
    Optional<NextStep.PhaseEnd> end = work(overwhelmed(2));

    assertThat(end).containsInstanceOf(NextStep.CompletePhase.class);
    assertThat(journal.events().stream().map(RunEvent::getClass))
        .containsSubsequence(
            List.of(
                ModelEvent.Retrying.class,
                ModelEvent.TranscriptCompacted.class,
                ModelEvent.Replied.class));
  }

  @Test
  void givesUpIfTheSummaryDoesNotHelp() {
    assertThat(work(overwhelmed(9))).containsInstanceOf(NextStep.FailPhase.class);

    assertThat(newest(ModelEvent.Failed.class).failure().code()).isEqualTo("context_exceeded");
    assertThat(journal.events().stream().filter(ModelEvent.TranscriptCompacted.class::isInstance))
        .hasSize(1);
  }

  /** A model whose third transcript is too long at the attempts before this one. */
  private static ChatModel overwhelmed(int attempt) {
    return new ScriptedModel() {
      @Override
      public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
        if (request.purpose() == ModelRequest.Purpose.SUMMARY) {
          return super.reply(request);
        }
        if (request.iteration() == 3 && request.attempt() < attempt) {
          throw new ModelException(new Fault(FailureClass.CONTEXT_EXCEEDED, "too long"));
        }
        return request.iteration() < 3
            ? new ModelReply(
                "I look once more. ".repeat(9 - 3 * request.iteration()),
                List.of(new ToolCall("c" + request.iteration(), "look", JsonValue.EMPTY_OBJECT)),
                Usage.NONE)
            : new ModelReply("done", List.of(), Usage.NONE);
      }
    };
  }

  @Test
  void endsAWaitForAModelWhenTheRunMustStop() {
    Optional<NextStep.PhaseEnd> end =
        work(busy(9, Optional.of(LONG.dividedBy(2)), () -> stop.set(StopCause.DRAIN)));

    assertThat(end).isEmpty();
    assertThat(newest(ModelEvent.Retrying.class).failure().code()).isEqualTo("overloaded");
  }

  private Optional<NextStep.PhaseEnd> work(ChatModel model) {
    Tool look = tool("look", EffectClass.READ_ONLY, LONG, request -> new ToolOutcome.Succeeded(""));
    return work(agent(LONG, "look"), model, executor, List.of(look));
  }

  /** A model that is busy for this many attempts. */
  private static ChatModel busy(int times, Optional<Duration> retryAfter, Runnable meanwhile) {
    return new ScriptedModel() {
      @Override
      public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
        if (request.iteration() == 1 && request.attempt() <= times) {
          meanwhile.run();
          throw new ModelException(new Fault(FailureClass.OVERLOADED, "busy", retryAfter));
        }
        return super.reply(request);
      }
    };
  }

  private void letTheCallReturn() throws InterruptedException {
    release.countDown();
    assertThat(returned.await(10, TimeUnit.SECONDS)).isTrue();
    TimeUnit.MILLISECONDS.sleep(100); // in which it would do what it must not
  }

  private <T extends RunEvent> T newest(Class<T> type) {
    return journal.events().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .reduce((before, event) -> event)
        .orElseThrow();
  }

  private Optional<NextStep.PhaseEnd> work(Tool... tools) {
    return work(executor, tools);
  }

  private Optional<NextStep.PhaseEnd> work(ExecutorService threads, Tool... tools) {
    String[] names =
        List.of(tools).stream().map(tool -> tool.declaration().name()).toArray(String[]::new);
    return work(agent(LONG, names), new ScriptedModel(), threads, List.of(tools));
  }

  private Optional<NextStep.PhaseEnd> work(
      AgentDefinition agent, ChatModel model, ExecutorService threads, List<Tool> tools) {
    PhaseLoop loop =
        new EngineFixture(clock, model)
            .tools(tools)
            .policy(policy)
            .retries(EngineFixture.retries(LONG, () -> 0))
            .breakers(EngineFixture.DEFAULT_BREAKERS)
            .decider(new Decider(3))
            .summaryLimit(SHORT)
            .loop();
    ActiveRun run = EngineFixture.claim(journal, agent, clock);
    var supervisor = new PhaseSupervisor(loop, threads, threads, clock, Redaction.none());
    return supervisor.watch(supervisor.begin(run), () -> asked(run), Instant.MAX)
            instanceof WorkProgress.Ended(NextStep.PhaseEnd end)
        ? Optional.of(end)
        : Optional.empty();
  }

  private Optional<StopCause> asked(ActiveRun run) {
    Optional.ofNullable(stop.get()).ifPresent(run::stop);
    return run.stopCause();
  }

  /** A tool that neither ends nor reacts to an interrupt until it is released. */
  private Tool hanging(String name, EffectClass effect, Duration timeout) {
    return tool(
        name,
        effect,
        timeout,
        request -> {
          begun.countDown();
          awaitRelease();
          returned.countDown();
          return new ToolOutcome.Succeeded(name);
        });
  }

  private void awaitRelease() {
    while (true) {
      try {
        release.await();
        return;
      } catch (InterruptedException e) {
        interrupted.countDown();
      }
    }
  }

  private static Tool quick(String name, EffectClass effect) {
    return tool(name, effect, LONG, request -> new ToolOutcome.Succeeded(name));
  }

  private interface Body {
    ToolOutcome call(ToolRequest request);
  }

  private static Tool tool(String name, EffectClass effect, Duration timeout, Body body) {
    var declaration =
        ToolDeclaration.named(name, effect)
            .taking(new JsonValue("{\"type\": \"object\"}"))
            .in("test")
            .within(timeout)
            .build();
    return new Tool() {
      @Override
      public ToolDeclaration declaration() {
        return declaration;
      }

      @Override
      public ToolOutcome call(ToolRequest request) {
        return body.call(request);
      }
    };
  }

  /** An agent that calls all of these tools at once, and then answers. */
  private static AgentDefinition agent(Duration deadline, String... tools) {
    String calls =
        List.of(tools).stream()
            .map(tool -> "{\"tool\": \"%s\"}".formatted(tool))
            .collect(Collectors.joining(", "));
    var options =
        new JsonValue(
            "{\"script\": {\"only\": [{\"calls\": [%s]}, {\"text\": \"done\"}]}}".formatted(calls));
    return Agents.agent("clerk")
        .model(Agents.scripted(options))
        .phase("only", new Limits(10, deadline), tools)
        .build();
  }

  /** A model that answers, and gives no summary. */
  private final class HangingSummaries extends ScriptedModel {
    @Override
    public ModelReply reply(ModelRequest request) throws ModelException, InterruptedException {
      return request.purpose() == ModelRequest.Purpose.SUMMARY
          ? new HangingModel().reply(request)
          : super.reply(request);
    }
  }

  /** A model that reacts only to an interrupt. */
  private final class HangingModel extends ScriptedModel {
    @Override
    public ModelReply reply(ModelRequest request) throws InterruptedException {
      begun.countDown();
      try {
        release.await();
        return new ModelReply("late", List.of(), Usage.NONE);
      } catch (InterruptedException e) {
        interrupted.countDown();
        throw e;
      }
    }
  }
}
