package dev.reprise.queue.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.OperatorVerdict;
import dev.reprise.agent.ReconciliationFinding;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.MemoryJournal;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.operations.retention.EndedRuns;
import dev.reprise.operations.retention.RunEraser;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.row.UndoingRuns;
import dev.reprise.run.state.RunStatus;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for undoing. */
@EachDatabase
class UndoRegistryTest {

  private UndoingRuns rows;
  private UUID run;
  private UndoRegistry undoings;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void aRun() throws SQLException {
    rows = new UndoingRuns(database());
    run = rows.add(RunStatus.CANCELLED);
    undoings = rows.undoings(new MemoryJournal(run));
  }

  @Test
  void letsOneRunAtATimeUndoAnother() throws SQLException {
    UUID first = rows.add(RunStatus.QUEUED);
    UUID second = rows.add(RunStatus.QUEUED);

    assertThat(undoings.begin("acme", run, first)).isEmpty();
    assertThat(undoings.begin("acme", run, second)).contains(first);
    assertThat(undoings.find("acme", run).orElseThrow().undo()).contains(first);

    rows.move(first, RunStatus.FAILED);
    assertThat(undoings.begin("acme", run, second)).isEmpty();
    assertThat(undoings.find("acme", run).orElseThrow().undo()).contains(second);
  }

  @Test
  void ignoresAnUndoingRunThatWasNeverSubmitted() {
    UUID second = UUID.randomUUID();
    undoings.begin("acme", run, UUID.randomUUID());

    assertThat(undoings.begin("acme", run, second)).isEmpty();
    assertThat(undoings.find("acme", run).orElseThrow().undo()).contains(second);
  }

  @Test
  void keepsTenantsApart() {
    undoings.begin("other", run, UUID.randomUUID());

    assertThat(undoings.find("other", run)).isEmpty();
    assertThat(undoings.find("acme", run).orElseThrow().undo()).isEmpty();
  }

  @Test
  void recordsACallOnceAndRemovesItWithItsRun() throws SQLException {
    UUID by = UUID.randomUUID();
    undoings.note("acme", run, 7, by);
    undoings.note("acme", run, 7, UUID.randomUUID());

    assertThat(undoings.undone("acme", run).values())
        .singleElement()
        .satisfies(
            undone -> {
              assertThat(undone.event()).isEqualTo(7);
              assertThat(undone.by()).isEqualTo(by);
            });
    assertThat(undoings.undone("other", run)).isEmpty();

    var ended = new EndedRuns(new Database(database()), TestDatabases.sizes(database()));
    assertThat(new RunEraser(new Database(database())).erase(ended.find(run).orElseThrow()))
        .isEqualTo(RunEraser.Result.ERASED);
    assertThat(undoings.undone("acme", run)).isEmpty();
  }

  @Test
  void returnsTheWholeResultOfACallHoweverItEnded() {
    var call = new CallLocation("only", 1, "a");
    var journal = new MemoryJournal(run);
    journal
        .append(
            new Writer(run, "acme", 0),
            Position.START,
            List.of(
                new ToolCallEvent.Completed(call, "completed", List.of(), Optional.empty()),
                new HumanInputEvent.Resolved(
                    "only",
                    1,
                    "a",
                    OperatorVerdict.SUCCEEDED,
                    "resolved",
                    "ana",
                    "seen",
                    Optional.empty()),
                new ToolCallEvent.Reconciled(
                    call, ReconciliationFinding.HAPPENED, "reconciled", "", Optional.empty()),
                new ToolCallEvent.Deferred(call, Instant.EPOCH)))
        .await();
    UndoRegistry registry = rows.undoings(journal);

    assertThat(LongStream.rangeClosed(1, 3).mapToObj(event -> registry.result(run, event)))
        .containsExactly("completed", "resolved", "reconciled");
    assertThatThrownBy(() -> registry.result(run, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("event 4 must be the result of a call");
  }

  @Test
  void knowsWhichCallsAForkLeftToUndo() throws SQLException {
    UUID fork = rows.add(RunStatus.RUNNING);
    rows.change("UPDATE run SET parent = ?, parent_sequence = 5 WHERE id = ?", run, fork);

    assertThat(undoings.isSuperseded("acme", run, 4)).isFalse();
    assertThat(undoings.isSuperseded("acme", run, 5)).isTrue();
    assertThat(undoings.isSuperseded("other", run, 5)).isFalse();
  }
}
