package dev.reprise.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.agent.message.ToolCall;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.Replies;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.queue.row.Claim;
import dev.reprise.run.state.RunState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** How a run is folded from a state in the journal, and what happens if that state is missing. */
class CheckpointTest {

  private static final UUID RUN = UUID.fromString("00000000-0000-4000-8000-000000000001");
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00.123456Z");
  private static final AgentDefinition AGENT = agent("first", "second");

  private final MemoryJournal journal = new MemoryJournal(RUN);

  @Test
  void foldsOnFromTheSnapshot() {
    RunState state = record(submitted(), new LifecycleEvent.Admitted("here", NOW));
    long checkpoint = checkpoint(state);
    record(new PhaseEvent.Started("first", "go", NOW));

    ReplayedRun folded = ReplayedRun.from(journal, RUN, AGENT, Optional.of(checkpoint));

    assertThat(folded).isEqualTo(ReplayedRun.from(journal, RUN, AGENT));
    assertThat(folded.checkpoint()).isEqualTo(3);
    assertThat(folded.head().sequence()).isEqualTo(4);
  }

  @Test
  void storesEveryPhaseStateAndTheOutcome() {
    var call = new ToolCall("c1", "look", new JsonValue("{\"n\":1.50}"));
    RunState state =
        record(
            submitted(),
            new LifecycleEvent.Admitted("here", NOW),
            new PhaseEvent.Started("first", "go", NOW),
            new PhaseEvent.Skipped("first", TROUBLE),
            new PhaseEvent.Started("second", "go", NOW),
            Replies.of("second", 1, "text", List.of(call), new Usage(3, 4)),
            new PhaseEvent.Failed("second", TROUBLE),
            new LifecycleEvent.Failed(TROUBLE));

    JsonValue snapshot = Snapshot.of(state);

    assertThat(Snapshot.read(snapshot, AGENT)).contains(state);
    assertThat(state.passedPhases()).isEqualTo(1);
    assertThat(snapshot.text()).contains("\"version\":1").doesNotContain("dev.reprise");
  }

  @Test
  void reportsAnEventThatIsNoCheckpoint() {
    record(submitted(), new LifecycleEvent.Admitted("here", NOW));

    assertThatThrownBy(() -> ReplayedRun.from(journal, RUN, AGENT, Optional.of(2L)))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessage("journal of run %s, event 2: is no checkpoint but 'run.admitted'", RUN);
  }

  @Test
  void reportsAJournalThatEndsBeforeTheCheckpoint() {
    record(submitted());

    for (long beyond : List.of(2L, 100L)) {
      assertThatThrownBy(() -> ReplayedRun.from(journal, RUN, AGENT, Optional.of(beyond)))
          .isInstanceOf(BrokenRecordException.class)
          .hasMessageContaining("event %d: is named as the run's checkpoint", beyond);
    }
  }

  @Test
  void readsTheWholeJournalIfTheSnapshotsVersionIsUnknown() {
    record(submitted(), snapshot("{\"version\":999,\"of\":\"the future\"}"));

    assertThat(ReplayedRun.from(journal, RUN, AGENT, Optional.of(2L)))
        .isEqualTo(ReplayedRun.from(journal, RUN, AGENT));
  }

  @Test
  void readsTheWholeJournalIfTheSnapshotIsOfAnotherVersion() {
    RunState state = record(submitted());
    String now = Snapshot.of(state).text();
    String then =
        now.replace("\"version\":1", "\"version\":2").replace("\"agentVersion\":\"v\",", "");
    record(snapshot(then));

    ReplayedRun folded = ReplayedRun.from(journal, RUN, AGENT, Optional.of(2L));

    assertThat(then).hasSizeLessThan(now.length());
    assertThat(folded.state().assignment().agentVersion()).isEqualTo("v");
    assertThat(folded).isEqualTo(ReplayedRun.from(journal, RUN, AGENT));
  }

  @Test
  void refusesAnInvalidSnapshotWithoutQuotingIt() {
    RunState state = record(submitted());
    String good = Snapshot.of(state).text();
    for (String bad :
        List.of(
            "{\"version\":1,\"secret\":\"s3cr3t\"}",
            good.replace("\"attempts\":0", "\"attempts\":0,\"more\":1"),
            good.replace("\"attempts\":0,", ""),
            good.replace("\"workspace\":\"here\",", ""),
            good.replace("\"state\":\"pending\"", "\"state\":\"java.lang.Runtime\""))) {
      assertThat(bad).isNotEqualTo(good);
      assertThatThrownBy(() -> Snapshot.read(new JsonValue(bad), AGENT))
          .as(bad)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("its snapshot cannot be read");
    }
  }

  @Test
  void refusesTheSnapshotOfAnotherAgentsRun() {
    RunState state = record(submitted(), new PhaseEvent.Started("first", "go", NOW));
    long checkpoint = checkpoint(state);

    assertThatThrownBy(
            () -> ReplayedRun.from(journal, RUN, agent("other"), Optional.of(checkpoint)))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("its snapshot is that of another agent's run");
  }

  @Test
  void readsTheSnapshotOfARunThatWasMigratedToOtherLaterPhases() {
    RunState state = record(submitted(), new PhaseEvent.Started("first", "go", NOW));
    long checkpoint = checkpoint(state);
    AgentDefinition later = agent("first", "other", "more");

    RunState read = ReplayedRun.from(journal, RUN, later, Optional.of(checkpoint)).state();

    assertThat(read).isEqualTo(ReplayedRun.from(journal, RUN, later).state());
    assertThat(read.phases().states()).containsOnlyKeys("first", "other", "more");
  }

  @Test
  void isDueAfterACompactionAndAfterAPhaseOfManyEvents() {
    RunState state = record(submitted());
    var compacted =
        new ModelEvent.TranscriptCompacted(
            "first", 9, 8, "so far", Usage.NONE, Replies.MODEL, Optional.empty());
    var completed = new PhaseEvent.Completed("first", "done");
    var skipped = new PhaseEvent.Skipped("first", TROUBLE);

    assertThat(Checkpoint.isDueAfter(compacted, state, 1)).isTrue();
    assertThat(Checkpoint.isDueAfter(completed, state, 499)).isFalse();
    assertThat(Checkpoint.isDueAfter(completed, state, 500)).isTrue();
    assertThat(Checkpoint.isDueAfter(skipped, state, 500)).isTrue();
    assertThat(Checkpoint.isDueAfter(new LifecycleEvent.HandedOver("here"), state, 9999)).isFalse();
  }

  private static final Failure TROUBLE = new Failure("trouble", "as it happens");

  private static RunEvent submitted() {
    return Submissions.of("clerk", "v", new JsonValue("{\"a\":1.0}"), "here", "ana");
  }

  private static RunEvent snapshot(String json) {
    return new LifecycleEvent.Checkpointed(new JsonValue(json));
  }

  private RunState record(RunEvent... events) {
    Position head = journal.position(RUN, journal.events().size());
    journal.append(new Writer(RUN, "default", 0), head, List.of(events)).await();
    return ReplayedRun.from(journal, RUN, AGENT).state();
  }

  private long checkpoint(RunState state) {
    Position head = journal.position(RUN, journal.events().size());
    return new Claim(RUN, "default", 0).checkpoint(journal, head, state).await().sequence();
  }

  private static AgentDefinition agent(String... phases) {
    var limits = new Limits(10, Duration.ofHours(1));
    var agent = Agents.agent("clerk").limits(limits);
    for (String phase : phases) {
      agent.phase(phase, limits, "look");
    }
    return agent.build();
  }
}
