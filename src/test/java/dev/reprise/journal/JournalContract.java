package dev.reprise.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.JsonValue;
import dev.reprise.platform.Schema;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for the journal. */
abstract class JournalContract {

  private static final RunEvent FIRST =
      new RunEvent.RunSubmitted("surveyor", "v", new JsonValue("{\"a\":1}"), "here", "ana");
  private static final RunEvent SECOND = new RunEvent.PhaseCompleted("survey", "x".repeat(100_000));
  private static final RunEvent THIRD = new RunEvent.RunCompleted("answer ✓ {{x}}");

  private final UUID run = UUID.randomUUID();

  abstract DataSource database();

  @BeforeEach
  void aRun() throws SQLException {
    Schema.migrate(database());
    execute(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, created_at, updated_at)
        VALUES (?, 'default', 'surveyor', 'v', 'here', 'ana', 'QUEUED', 0, 0,
                CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)""");
  }

  @Test
  void givesBackWhatWasAppendedInOrderAndWithoutGaps() {
    Position end = journal().append(run, 0, Position.START, List.of(FIRST, SECOND));
    end = journal().append(run, 0, end, List.of(THIRD));

    List<Recorded> read = journal().read(run, Position.START, 10);

    assertThat(read).extracting(Recorded::event).containsExactly(FIRST, SECOND, THIRD);
    assertThat(read).extracting(Recorded::sequence).containsExactly(1L, 2L, 3L);
    assertThat(read.getLast().position()).isEqualTo(end).isEqualTo(journal().head(run));
  }

  @Test
  void readsPageByPage() {
    journal().append(run, 0, Position.START, List.of(FIRST, SECOND, THIRD));

    List<Recorded> page = journal().read(run, Position.START, 2);

    assertThat(page).hasSize(2);
    assertThat(journal().read(run, page.getLast().position(), 2))
        .extracting(Recorded::event)
        .containsExactly(THIRD);
  }

  @Test
  void refusesAStaleEpochAndWritesNothing() throws SQLException {
    Position head = journal().append(run, 0, Position.START, List.of(FIRST));
    execute("UPDATE run SET epoch = 1 WHERE id = ?");

    assertThatThrownBy(() -> journal().append(run, 0, head, List.of(THIRD)))
        .isInstanceOf(StaleEpoch.class)
        .hasMessageContaining(run.toString());
    assertThat(journal().head(run)).isEqualTo(head);
    assertThat(journal().read(run, head, 10)).isEmpty();
  }

  @Test
  void letsOnlyOneOfManyAppendBehindTheSameEvent() throws Exception {
    Position head = journal().append(run, 0, Position.START, List.of(FIRST));
    Callable<Boolean> append =
        () -> {
          try {
            journal().append(run, 0, head, List.of(THIRD));
            return true;
          } catch (StaleEpoch e) {
            return false;
          }
        };
    try (var writers = Executors.newFixedThreadPool(8)) {
      int written = 0;
      for (Future<Boolean> writer : writers.invokeAll(Collections.nCopies(8, append))) {
        written += writer.get() ? 1 : 0;
      }
      assertThat(written).isEqualTo(1);
    }
    assertThat(journal().read(run, Position.START, 10)).hasSize(2);
  }

  @Test
  void findsAnEventThatWasChanged() throws SQLException {
    journal().append(run, 0, Position.START, List.of(FIRST, THIRD));
    execute(
        "UPDATE event SET payload = '{\"output\":\"forged\"}' WHERE run_id = ? AND sequence = 2");

    assertThatThrownBy(() -> journal().read(run, Position.START, 10))
        .isInstanceOf(BrokenRecord.class)
        .hasMessageContaining("event 2")
        .hasMessageContaining("changed");
  }

  @Test
  void findsAnEventThatIsMissing() throws SQLException {
    journal().append(run, 0, Position.START, List.of(FIRST, SECOND, THIRD));
    execute("DELETE FROM event WHERE run_id = ? AND sequence = 2");

    assertThatThrownBy(() -> journal().read(run, Position.START, 10))
        .isInstanceOf(BrokenRecord.class)
        .hasMessageContaining("event 2")
        .hasMessageContaining("missing");
  }

  @Test
  void migratingTwiceChangesNothing() {
    Schema.migrate(database());

    assertThat(journal().head(run)).isEqualTo(Position.START);
  }

  private Journal journal() {
    return new JdbcJournal(database());
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, run.toString());
      statement.executeUpdate();
    }
  }
}
