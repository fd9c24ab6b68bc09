package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Limits;
import dev.reprise.agent.Phase;
import dev.reprise.agent.Template;
import dev.reprise.fixture.Agents;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.StaleEpochException;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.run.ReplayedRun;
import dev.reprise.run.state.RunState;
import dev.reprise.run.state.RunStatus;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every database must do for the record of a run and the row beside it. */
@EachDatabase
class RunRecordTest extends RunsFixture {

  private static final AgentDefinition AGENT =
      Agents.agent("surveyor")
          .phases(new Phase("survey", new Template("look"), List.of(), true, Limits.OF_A_PHASE))
          .build();

  @Test
  void readsTheProgressOfManyRuns() {
    List<UUID> runs = new ArrayList<>();
    for (int i = 0; i < 112; i++) {
      runs.add(queued());
    }
    var heads = new JournalHeads(table, journal);

    for (int count : List.of(0, 1, 2, 10, 11, 100, 101, 112)) {
      List<UUID> some = new ArrayList<>(runs.subList(0, count));
      some.add(UUID.randomUUID());
      assertThat(heads.of(some))
          .containsExactlyInAnyOrderElementsOf(
              runs.subList(0, count).stream()
                  .map(run -> new JournalHeads.Head(run, RunStatus.QUEUED, 1))
                  .toList());
    }
    assertThat(heads.of(List.of())).isEmpty();
  }

  @Test
  void refusesAnEventOfAnOldEpoch() throws SQLException {
    UUID run = queued();
    admitted(run, THERE);
    execute("UPDATE run SET epoch = -2 WHERE id = ?", run); // the loss has an epoch of its own
    letLeaseRunOut(run);
    admitted(run, HERE);

    assertThatThrownBy(() -> ReplayedRun.from(journal, run, AGENT))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 3: was written under epoch 0, after one of epoch 1");
  }

  @Test
  void namesTheNewestCheckpointInTheRowTogetherWithItsEvent() throws SQLException {
    UUID run = queued();
    var before = admitted(run, THERE);
    assertThat(row(run).checkpoint()).isEmpty();

    Position end = before.claim().checkpoint(journal, before.head(), RunState.of(AGENT)).await();

    assertThat(row(run).checkpoint()).contains(end.sequence());
    assertThat(row(run).head()).isEqualTo(end);
    assertThat(ReplayedRun.from(journal, run, AGENT, row(run).checkpoint()))
        .isEqualTo(
            new ReplayedRun(
                RunState.of(AGENT),
                end,
                end.sequence(),
                before.claim().tenant(),
                before.claim().epoch()));
    letLeaseRunOut(run);
    admitted(run, HERE);
    var late = before.claim().checkpoint(journal, end, RunState.of(AGENT));
    assertThatThrownBy(late::await).isInstanceOf(StaleEpochException.class);
    assertThat(row(run).checkpoint()).contains(end.sequence());
  }

  @Test
  void keepsTheSubmitterOfARunWhateverHappensToIt() throws SQLException {
    UUID run = queued();
    String before = submittedBy(run);
    var admitted = admitted(run, HERE);
    claims.release(admitted.claim(), admitted.head(), new LifecycleEvent.HandedOver(HERE)).await();
    admitted(run, THERE);

    assertThat(submittedBy(run)).isEqualTo(before).isEqualTo("ana");
  }

  private String submittedBy(UUID run) throws SQLException {
    return text("submitted_by", run).orElseThrow();
  }
}
