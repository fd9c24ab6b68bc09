package dev.reprise.run.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Compaction;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.Message;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.agent.message.Transcript;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.run.state.PhaseProgress;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** When a transcript is compacted, where it is cut, and what remains of it. */
class CompactionTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Limits LIMITS = new Limits(100, Duration.ofHours(1));
  private static final int AFTER = 1000;
  private static final int KEEP = 3;

  private final Decider decider = new Decider(3, new LoopLimits(0, 0, 0));

  @Test
  void keepsASmallTranscript() {
    RunState state = replied(replied(started(), 1, 100), 2, 100);

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
  }

  @Test
  void cutsAfterThePromptAndWhereEveryCallHasItsResult() {
    RunState state = started();
    for (int i = 1; i <= 5; i++) {
      state = replied(state, i, 150); // two calls each, 300 bytes
    }
    List<Message> messages = work(state).transcript().messages();

    // the newest three: both results of the last answer, and the second result of the one before
    assertThat(next(state))
        .isInstanceOfSatisfying(
            NextStep.CompactTranscript.class,
            step -> {
              assertThat(step.iteration()).isEqualTo(5);
              assertThat(step.prompt()).isEqualTo(new Message.User("go"));
              assertThat(step.older()).isEqualTo(messages.subList(1, 13));
              assertThat(step.deadline()).isEqualTo(NOW.plus(LIMITS.deadline()));
            });
  }

  @Test
  void replacesMessagesByTheirSummary() {
    RunState state = compacted(large(), 12, "all is well");

    List<Message> messages = work(state).transcript().messages();
    assertThat(messages.getFirst()).isEqualTo(new Message.User("go"));
    assertThat(messages.get(1))
        .isInstanceOfSatisfying(
            Message.User.class,
            summary ->
                assertThat(summary.text())
                    .startsWith("[Summary of the 12 messages that stood here;")
                    .endsWith("\n\nall is well"));
    assertThat(messages.subList(2, messages.size()))
        .isEqualTo(work(large()).transcript().messages().subList(13, 16));
    assertThat(state.consumption().usage()).isEqualTo(new Usage(7, 1));
    assertThat(work(state).iteration()).isEqualTo(5);
    assertThat(next(state))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class, call -> assertThat(call.iteration()).isEqualTo(6));
  }

  @Test
  void neverCompactsWhileCallsAreOpen() {
    RunState state = large().apply(reply(6));

    assertThat(next(state)).isInstanceOf(NextStep.CallTools.class);
  }

  @Test
  void continuesWithAFewHugeMessagesThatCannotBeCut() {
    RunState state = replied(started(), 1, 5000);

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
  }

  @Test
  void retriesAfterAFailureOnlyOnceTheTranscriptHasGrownByHalfTheLimit() {
    RunState state =
        large()
            .apply(
                new ModelEvent.CompactionFailed(
                    "only", 5, TROUBLE, USED, Optional.of(Replies.MODEL), Optional.empty()));

    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
    assertThat(state.consumption().usage()).isEqualTo(USED);
    assertThat(next(replied(state, 6, 200))).isInstanceOf(NextStep.CallModel.class);
    assertThat(next(replied(state, 6, 300))).isInstanceOf(NextStep.CompactTranscript.class);
  }

  @Test
  void keepsATranscriptThatIsStillTooLargeUntilItHasGrownByHalfTheLimit() {
    RunState state = started();
    for (int i = 1; i <= 3; i++) {
      state = replied(state, i, 600);
    }
    state = compacted(state, 6, "short");

    assertThat(work(state).transcript().bytes()).isGreaterThan(AFTER);
    assertThat(next(state)).isInstanceOf(NextStep.CallModel.class);
    assertThat(next(replied(state, 4, 300))).isInstanceOf(NextStep.CompactTranscript.class);
  }

  @Test
  void aRetryMayCompactAtOnce() {
    RunState state =
        large()
            .apply(
                new ModelEvent.CompactionFailed(
                    "only", 5, TROUBLE, Usage.NONE, Optional.empty(), Optional.empty()))
            .apply(new LifecycleEvent.Failed(TROUBLE))
            .apply(new ControlEvent.Retried("ana", NOW));

    assertThat(next(state)).isInstanceOf(NextStep.CompactTranscript.class);
  }

  @Test
  void summarisesTheOlderHalfOnceIfAModelCannotReadItAll() {
    List<Message> messages = work(small()).transcript().messages();

    assertThat(next(small())).isInstanceOf(NextStep.CallModel.class);
    assertThat(next(tooLong()))
        .isInstanceOfSatisfying(
            NextStep.CompactTranscript.class,
            step -> {
              assertThat(step.attempt()).isEqualTo(2);
              assertThat(step.older()).isEqualTo(messages.subList(1, 7));
            });
    for (RunEvent outcome :
        List.of(
            new ModelEvent.TranscriptCompacted(
                "only", 3, 6, "so far", USED, Replies.MODEL, Optional.empty()),
            new ModelEvent.CompactionFailed(
                "only", 3, TROUBLE, USED, Optional.of(Replies.MODEL), Optional.empty()))) {
      assertThat(next(tooLong().apply(outcome)))
          .as("after %s", outcome)
          .isInstanceOfSatisfying(
              NextStep.CallModel.class,
              call -> {
                assertThat(call.attempt()).isEqualTo(2);
                assertThat(call.shortened()).isTrue();
              });
    }
  }

  @Test
  void retriesTheSummaryWhenItIsTime() {
    Instant later = NOW.plusSeconds(60);
    RunState busy = tooLong().apply(new ModelEvent.Retrying("only", 4, 2, TROUBLE, later));

    assertThat(next(busy)).isInstanceOf(NextStep.AwaitRetry.class);
    assertThat(decider.next(busy, later))
        .isInstanceOfSatisfying(
            NextStep.CompactTranscript.class, step -> assertThat(step.attempt()).isEqualTo(3));
  }

  /** Otherwise the reply would have fewer attempts than any other. */
  @Test
  void countsTheAttemptsOfASummarySeparately() {
    RunState asked = large().apply(new ModelEvent.Retrying("only", 6, 3, TROUBLE, NOW));

    assertThat(next(asked)).isInstanceOf(NextStep.CompactTranscript.class);
    assertThat(next(compacted(asked, 12, "short")))
        .isInstanceOfSatisfying(
            NextStep.CallModel.class,
            call -> {
              assertThat(call.attempt()).isEqualTo(1);
              assertThat(call.shortened()).isFalse();
            });
  }

  /** Three replies of two calls each, for which no compaction is due. */
  private static RunState small() {
    RunState state = started();
    for (int i = 1; i <= 3; i++) {
      state = replied(state, i, 100);
    }
    return state;
  }

  private static RunState tooLong() {
    var failure = new Failure(ModelEvent.Retrying.TOO_LONG, "more than I can read");
    return small().apply(new ModelEvent.Retrying("only", 4, 1, failure, NOW));
  }

  @Test
  void refusesARecordThatReplacesMoreThanThereIs() {
    assertThatThrownBy(() -> compacted(large(), 15, "all"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("15 messages cannot be replaced in a transcript of 16");
  }

  @Test
  void tracksTheSizeOfATranscript() {
    RunState state = replied(compacted(large(), 12, "\u20ac"), 6, 40);

    Transcript transcript = work(state).transcript();
    assertThat(transcript.bytes()).isEqualTo(new Transcript(transcript.messages()).bytes());
  }

  private static final Failure TROUBLE = new Failure("trouble", "as it happens");
  private static final Usage USED = new Usage(7, 1);

  private NextStep next(RunState state) {
    return decider.next(state, NOW);
  }

  private static PhaseProgress work(RunState state) {
    return state.openPhase().orElseThrow().work();
  }

  /** Five replies of two calls each: 16 messages, slightly more than 1,500 bytes. */
  private static RunState large() {
    RunState state = started();
    for (int i = 1; i <= 5; i++) {
      state = replied(state, i, 150);
    }
    return state;
  }

  private static RunState compacted(RunState state, int replaced, String summary) {
    return state.apply(
        new ModelEvent.TranscriptCompacted(
            "only", 5, replaced, summary, USED, Replies.MODEL, Optional.empty()));
  }

  private static RunState started() {
    var only = new Phase("only", new Template("go"), List.of("look"), true, LIMITS);
    var agent =
        Agents.agent("clerk")
            .phases(only)
            .limits(LIMITS)
            .compaction(new Compaction(AFTER, KEEP))
            .build();
    return RunState.of(agent)
        .apply(Submissions.of("clerk", "v", JsonValue.EMPTY_OBJECT, "here", "ana"))
        .apply(new LifecycleEvent.Admitted("server", NOW))
        .apply(new PhaseEvent.Started("only", "go", NOW));
  }

  /** One reply with two calls, and their results of this many bytes each. */
  private static RunState replied(RunState before, int iteration, int bytes) {
    RunState state = before.apply(reply(iteration));
    for (String id : List.of("a" + iteration, "b" + iteration)) {
      state =
          state
              .apply(
                  new ToolCallEvent.Started(
                      new CallLocation("only", iteration, id),
                      "look",
                      EffectClass.READ_ONLY,
                      Optional.empty(),
                      Optional.empty()))
              .apply(
                  new ToolCallEvent.Completed(
                      new CallLocation("only", iteration, id),
                      "x".repeat(bytes),
                      List.of(),
                      Optional.empty()));
    }
    return state;
  }

  private static RunEvent reply(int iteration) {
    List<ToolCall> calls =
        List.of(
            new ToolCall("a" + iteration, "look", JsonValue.EMPTY_OBJECT),
            new ToolCall("b" + iteration, "look", JsonValue.EMPTY_OBJECT));
    return Replies.of("only", iteration, "", calls, Usage.NONE);
  }
}
