package dev.reprise.history;

import static dev.reprise.history.RunCheckpoint.Kind.ITERATION_ENDED;
import static dev.reprise.history.RunCheckpoint.Kind.PHASE_ENDED;
import static dev.reprise.history.RunCheckpoint.Kind.PHASE_STARTED;
import static dev.reprise.history.RunCheckpoint.Kind.STATE_STORED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Waits;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The points between the steps of a run, its status there, and what it did between two of them. */
class RunCheckpointTest {

  private static final LifecycleEvent WAITING =
      Waits.of("approval", "a call waits", Optional.empty());

  private final List<RecordedEvent> events = new ArrayList<>();

  @Test
  void arePhasesIterationsAndStoredStates() {
    append(
        submitted(),
        new LifecycleEvent.Admitted("here", Instant.EPOCH),
        new PhaseEvent.Started("one", "go", Instant.EPOCH),
        reply(1, 7, "a", "b"),
        started("b"),
        completed("b"),
        completed("a"),
        new LifecycleEvent.Checkpointed(JsonValue.EMPTY_OBJECT),
        reply(2, 3),
        new PhaseEvent.Completed("one", "done"));

    assertThat(RunCheckpoint.in(events))
        .extracting(
            RunCheckpoint::sequence,
            RunCheckpoint::kind,
            it -> it.iteration().orElse(0),
            it -> it.usage().map(Usage::outputTokens).orElse(0L))
        .containsExactly(
            tuple(3L, PHASE_STARTED, 0, 0L),
            tuple(7L, ITERATION_ENDED, 1, 7L),
            tuple(8L, STATE_STORED, 0, 0L),
            tuple(9L, ITERATION_ENDED, 2, 3L),
            tuple(10L, PHASE_ENDED, 0, 0L));
  }

  @Test
  void areNotWhileACallIsOpen() {
    append(reply(1, 7, "a", "b"), started("a"), completed("a"), started("b"));

    assertThat(RunCheckpoint.in(events)).isEmpty();
  }

  @Test
  void aDecisionWakesARunThatWaitsButNoneThatIsPaused() {
    append(submitted(), reply(1, 7, "a"), asked("a"), WAITING, decided("a"));
    assertThat(status(4)).isEqualTo(RunStatus.WAITING);
    assertThat(status(5)).isEqualTo(RunStatus.QUEUED);

    append(WAITING, new ControlEvent.Paused("ana", Optional.empty(), Instant.EPOCH), decided("a"));
    assertThat(status(8)).isEqualTo(RunStatus.PAUSED);
  }

  @Test
  void findsAStatusThatManyEventsFollow() {
    append(submitted(), new LifecycleEvent.Admitted("here", Instant.EPOCH));
    for (int i = 1; i <= 1_500; i++) {
      append(reply(i, 1));
    }

    assertThat(status(1_502)).isEqualTo(RunStatus.RUNNING);
    assertThat(status(1)).isEqualTo(RunStatus.QUEUED);
  }

  @Test
  void countsRepliesMessagesAndCallsByTool() {
    append(
        reply(1, 7, "a", "b"),
        started("a"),
        started("a"),
        completed("a"),
        new PhaseEvent.MessagePosted("one", 1, "Hurry.", "ana", Instant.EPOCH, Optional.empty()));
    var count = new StepCount.Builder();
    events.forEach(count::add);

    assertThat(count.built())
        .isEqualTo(new StepCount(1, 1, List.of(new StepCount.ToolUse("put", 2, 2))));
  }

  private RunStatus status(long sequence) {
    return StatusFold.at(this::read, sequence);
  }

  private List<RecordedEvent> read(long after, int limit) {
    return events.stream().skip(after).limit(limit).toList();
  }

  private static RunEvent submitted() {
    return Submissions.of("one", "v", JsonValue.EMPTY_OBJECT, "here", "ana");
  }

  private static RunEvent reply(int iteration, int tokens, String... calls) {
    return Replies.of(
        "one",
        iteration,
        "thinking",
        List.of(calls).stream().map(id -> new ToolCall(id, "put", JsonValue.EMPTY_OBJECT)).toList(),
        new Usage(1, tokens));
  }

  private static RunEvent started(String call) {
    return new ToolCallEvent.Started(
        new CallLocation("one", 1, call),
        "put",
        EffectClass.IDEMPOTENT,
        Optional.empty(),
        Optional.empty());
  }

  private static RunEvent completed(String call) {
    return new ToolCallEvent.Completed(
        new CallLocation("one", 1, call), "fine", List.of(), Optional.empty());
  }

  private static RunEvent asked(String call) {
    return new ToolCallEvent.Asked(
        "one",
        1,
        call,
        QuestionKind.APPROVAL,
        "May it?",
        Optional.empty(),
        Optional.empty(),
        ApprovalTerms.NONE);
  }

  private static RunEvent decided(String call) {
    return new HumanInputEvent.Decided(
        "one", 1, call, true, "ana", Instant.EPOCH, Optional.empty(), Optional.empty());
  }

  private void append(RunEvent... more) {
    for (RunEvent event : more) {
      events.add(
          new RecordedEvent(
              "default",
              new Position(events.size() + 1L, ""),
              1,
              "test",
              Instant.EPOCH,
              "{}",
              event));
    }
  }
}
