package dev.reprise.run.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.LoopResponse;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PinnedTool;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.Snapshot;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.LoopLimits;
import dev.reprise.run.decision.NextStep;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What happens to a run whose model makes the same calls again and again. */
class LoopingTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Limits LIMITS = new Limits(20, Duration.ofMinutes(10));
  private static final Phase ONLY =
      new Phase("only", new Template("go"), List.of("put", "poll"), true, LIMITS);

  private final Decider decider = new Decider(3);

  @Test
  void hintsTheModelAfterTheResults() {
    RunState state = repeated(started(), "put", 1, 4);

    assertThat(next(repeated(started(), "put", 1, 3))).isInstanceOf(NextStep.CallModel.class);
    assertThat(next(state)).isEqualTo(new NextStep.SuspectLoop(ONLY, 4, 3, 1, LoopResponse.HINTED));
    assertThat(next(suspected(state, LoopResponse.HINTED)))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class,
            call ->
                assertThat(call.transcript().last())
                    .isEqualTo(new Message.User("[Loop guard: HINTED]")));
  }

  @Test
  void blocksACallThatWasRepeatedTooOften() {
    RunState state =
        asked(blocked(), 7, call(7, "put"), new ToolCall("n7", "put", json("{\"n\":7}")));

    assertThat(next(state))
        .isEqualTo(new NextStep.RejectRepeatedCalls(ONLY, 7, 1, List.of(call(7, "put"))));
    assertThat(next(refused(state, 7)))
        .isInstanceOfSatisfying(
            NextStep.CallTools.class,
            step -> assertThat(step.calls()).extracting(ToolCall::id).containsExactly("n7"));
  }

  @Test
  void asksAPersonAndWaitsForGuidance() {
    RunState state = twiceRefused();

    assertThat(next(state))
        .isInstanceOfSatisfying(
            NextStep.SuspectLoop.class,
            step -> assertThat(step.measure()).isEqualTo(LoopResponse.ASKED));
    assertThat(next(suspected(state, LoopResponse.ASKED)))
        .isEqualTo(new NextStep.AwaitGuidance(ONLY, 7, 1));
  }

  @Test
  void continuesAfterAPersonsMessage() {
    RunState state =
        suspected(twiceRefused(), LoopResponse.ASKED)
            .apply(
                new PhaseEvent.MessagePosted(
                    "only", 1, "take another", "ana", NOW, Optional.empty()));

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
    assertThat(next(asked(state, 9, call(9, "put")))).isInstanceOf(NextStep.CallTools.class);
  }

  @Test
  void continuesWhenItIsResumed() {
    RunState state =
        suspected(twiceRefused(), LoopResponse.ASKED)
            .apply(new ControlEvent.Resumed("ana", Optional.empty(), NOW));

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
  }

  @Test
  void aRetryAndAForkHaveFreshLimitsAndRememberOutcomes() {
    RunState asked = suspected(twiceRefused(), LoopResponse.ASKED);
    RunState retried =
        asked
            .apply(new LifecycleEvent.Failed(new Failure("trouble", "as it happens")))
            .apply(new ControlEvent.Retried("ana", NOW));

    assertThat(next(retried)).isInstanceOf(NextStep.CallModel.class);
    assertThat(next(repeated(retried, "put", 9, 11))).isInstanceOf(NextStep.SuspectLoop.class);
    RunState forked =
        asked.apply(
            new LifecycleEvent.Forked(
                new UUID(0, 1),
                1,
                "hash",
                List.of(),
                "ana",
                NOW,
                Optional.empty(),
                "v",
                Optional.empty()));
    assertThat(next(repeated(forked, "put", 9, 11))).isInstanceOf(NextStep.SuspectLoop.class);
  }

  @Test
  void decidesTheSameWhateverTheServerIsConfiguredToOnceItIsRecorded() {
    RunState hinted = suspected(repeated(started(), "put", 1, 4), LoopResponse.HINTED);
    var eager = new Decider(3, new LoopLimits(1, 2, 9));
    var never = new Decider(3, new LoopLimits(0, 0, 0));

    assertThat(eager.next(hinted, NOW)).isInstanceOf(NextStep.SuspectLoop.class);
    assertThat(never.next(hinted, NOW)).isInstanceOf(NextStep.CallModel.class);
    assertThat(never.next(asked(blocked(), 7, call(7, "put")), NOW))
        .isInstanceOf(NextStep.RejectRepeatedCalls.class);
    assertThat(never.next(suspected(twiceRefused(), LoopResponse.ASKED), NOW))
        .isInstanceOf(NextStep.AwaitGuidance.class);
  }

  @Test
  void ignoresAPollingTool() {
    RunState state = repeated(started(), "poll", 1, 15);

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
  }

  @Test
  void asksNoPersonAboutAPhaseThatExceedsItsLimits() {
    RunState state = suspected(twiceRefused(), LoopResponse.ASKED);

    assertThat(decider.next(state, NOW.plus(LIMITS.deadline()).plusSeconds(1)))
        .isInstanceOf(NextStep.FailPhase.class);
  }

  @Test
  void endsThePhaseIfAWaitIsImpossible() {
    RunState state = suspected(repeated(started(false), "put", 1, 8), LoopResponse.ASKED);

    assertThat(next(state))
        .isInstanceOfSatisfying(
            NextStep.FailPhase.class,
            end -> {
              assertThat(end.failure().code()).isEqualTo("loop");
              assertThat(end.failure().message()).contains("7 iterations since iteration 1");
            });
  }

  @Test
  void isNoProgress() {
    RunState state =
        repeated(started(), "put", 1, 4).apply(new LifecycleEvent.Admitted("server", NOW));

    assertThat(suspected(state, LoopResponse.HINTED).attempts()).isEqualTo(state.attempts());
    assertThat(state.attempts()).isPositive();
  }

  @Test
  void forgetsNothingInACompaction() {
    RunState state =
        blocked()
            .apply(
                new ModelEvent.TranscriptCompacted(
                    "only", 6, 8, "so far", Usage.NONE, Replies.MODEL, Optional.empty()));

    assertThat(next(asked(state, 7, call(7, "put")))).isInstanceOf(NextStep.CallTools.class);
    state = repeated(state, "put", 7, 8);
    assertThat(work(state).guard().streak()).isEqualTo(6);
    assertThat(next(asked(state, 9, call(9, "put"))))
        .isInstanceOf(NextStep.RejectRepeatedCalls.class);
  }

  @Test
  void isStoredInACheckpoint() {
    RunState state = suspected(repeated(started(), "put", 1, 4), LoopResponse.HINTED);

    assertThat(Snapshot.read(Snapshot.of(state), state.agent())).contains(state);
  }

  private NextStep next(RunState state) {
    return decider.next(state, NOW);
  }

  private static PhaseProgress work(RunState state) {
    return state.openPhase().orElseThrow().work();
  }

  /** Six iterations of the same call; the guard blocks the calls from now on. */
  private static RunState blocked() {
    return suspected(repeated(started(), "put", 1, 6), LoopResponse.BLOCKED);
  }

  private static RunState twiceRefused() {
    RunState state = blocked();
    for (int iteration = 7; iteration <= 8; iteration++) {
      state = refused(asked(state, iteration, call(iteration, "put")), iteration);
    }
    return state;
  }

  private static RunState refused(RunState state, int iteration) {
    return state.apply(
        new ToolCallEvent.Failed(
            "only",
            iteration,
            "c" + iteration,
            new Failure("repeated_call", "not called"),
            Optional.empty()));
  }

  private static RunState suspected(RunState state, LoopResponse measure) {
    PhaseProgress work = work(state);
    return state.apply(
        new PhaseEvent.LoopSuspected(
            "only",
            work.iteration(),
            work.guard().streak(),
            measure,
            "[Loop guard: %s]".formatted(measure)));
  }

  private static RunState repeated(RunState state, String tool, int first, int last) {
    RunState next = state;
    for (int iteration = first; iteration <= last; iteration++) {
      next =
          asked(next, iteration, call(iteration, tool))
              .apply(
                  new ToolCallEvent.Completed(
                      new CallLocation("only", iteration, "c" + iteration),
                      "done",
                      List.of(),
                      Optional.empty()));
    }
    return next;
  }

  private static RunState asked(RunState state, int iteration, ToolCall... calls) {
    return state.apply(Replies.of("only", iteration, "", List.of(calls), Usage.NONE));
  }

  private static ToolCall call(int iteration, String tool) {
    return new ToolCall("c" + iteration, tool, JsonValue.EMPTY_OBJECT);
  }

  private static JsonValue json(String text) {
    return new JsonValue(text);
  }

  private static RunState started() {
    return started(true);
  }

  private static RunState started(boolean recordsContent) {
    var agent =
        Agents.agent("looper").phases(ONLY).limits(LIMITS).recordsContent(recordsContent).build();
    return RunState.of(agent)
        .apply(
            Submissions.pinning(
                List.of(pinned("put", false), pinned("poll", true)),
                "looper",
                "v",
                JsonValue.EMPTY_OBJECT,
                "here",
                "ana"))
        .apply(new LifecycleEvent.Admitted("server", NOW))
        .apply(new PhaseEvent.Started("only", "go", NOW));
  }

  private static PinnedTool pinned(String name, boolean polling) {
    return new PinnedTool(name, EffectClass.READ_ONLY, "1", "2", "3", polling);
  }
}
