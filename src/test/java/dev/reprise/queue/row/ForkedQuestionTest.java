package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Phase;
import dev.reprise.agent.QuestionKind;
import dev.reprise.agent.Template;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.ApprovalTerms;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.run.ForkPoint;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.ToolCallState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a person says to a run is said to none of its forks, and to no fork but the one. */
class ForkedQuestionTest {

  private static final UUID RUN = new UUID(1, 1);
  private static final UUID FORK = new UUID(1, 2);
  private static final UUID SECOND = new UUID(1, 3);
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final ToolCall ASK = new ToolCall("c1", "ask_human", JsonValue.EMPTY_OBJECT);
  private static final AgentDefinition AGENT =
      Agents.agent("surveyor")
          .phases(
              new Phase(
                  "survey", new Template("survey"), List.of("ask_human"), true, Limits.OF_A_PHASE))
          .build();

  private final List<RunEvent> events =
      new ArrayList<>(
          List.of(
              Submissions.of("surveyor", "v", JsonValue.EMPTY_OBJECT, "here", "ana"),
              new LifecycleEvent.Admitted("server", NOW),
              new PhaseEvent.Started("survey", "survey", NOW),
              Replies.of("survey", 1, "", List.of(ASK), new Usage(1, 1))));

  @Test
  void isAskedByTheForkIfItWasOpenThere() {
    events.add(asked(RUN));

    assertForksAskThemselves(events.size());
  }

  @Test
  void isAskedByTheForkIfItWasAskedLater() {
    int reply = events.size();
    events.add(asked(RUN));

    assertForksAskThemselves(reply);
  }

  /** Its answer is the parent's and the fork's. */
  @Test
  void isNotAskedByTheForkOnceTheParentHasAnAnswer() {
    events.add(asked(RUN));
    int asked = events.size();
    HumanInputEvent answer = answer(call(folded(parent())));
    events.add(answer);

    assertThat(fork(parent(), FORK, asked).getLast()).isEqualTo(answer.withoutDigest());
  }

  private void assertForksAskThemselves(int point) {
    MemoryJournal parent = parent();
    List<RunEvent> first = fork(parent, FORK, point);
    List<RunEvent> second = fork(parent, SECOND, point);

    assertThat(first.subList(1, first.size())).containsExactly(asked(FORK));
    HumanInputEvent toParent = answer(call(folded(parent)));
    HumanInputEvent toFirst = answer(call(folded(journal(FORK, parent, first))));
    RunState other = folded(journal(SECOND, parent, second));
    assertThat(folded(parent).awaits(toParent)).isTrue();
    assertThat(folded(journal(FORK, parent, first)).awaits(toFirst)).isTrue();
    assertThat(other.awaits(toParent)).isFalse();
    assertThat(other.awaits(toFirst)).isFalse();
  }

  private static ToolCallEvent.Asked asked(UUID run) {
    return new ToolCallEvent.Asked(
        "survey",
        1,
        "c1",
        QuestionKind.ANSWER,
        "red or blue?",
        Optional.empty(),
        Optional.empty(),
        ApprovalTerms.NONE.in(run));
  }

  private static HumanInputEvent answer(ToolCallState seen) {
    return new HumanInputEvent.Answered(
        "survey", 1, "c1", "red", "ana", NOW, Optional.of(seen.digest()));
  }

  private static ToolCallState call(RunState state) {
    return state.call("c1").orElseThrow();
  }

  private MemoryJournal parent() {
    var journal = new MemoryJournal(RUN);
    journal.append(new Writer(RUN, "default", 0), Position.START, events).await();
    return journal;
  }

  private static List<RunEvent> fork(MemoryJournal parent, UUID id, int sequence) {
    return ForkPoint.read(
            parent,
            new ForkPoint.Parent(RUN, AGENT, false),
            sequence,
            tool -> Optional.of(EffectClass.ONCE))
        .events(id, "ana", NOW, Optional.empty());
  }

  private static MemoryJournal journal(UUID id, MemoryJournal parent, List<RunEvent> events) {
    var fork = new MemoryJournal(id, Optional.of(parent));
    fork.append(new Writer(id, "default", 0), Position.START, events).await();
    return fork;
  }

  private static RunState folded(MemoryJournal journal) {
    return ReplayedRun.from(journal, journal.run(), AGENT).state();
  }
}
