package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.EventType;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Tables;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.platform.jdbc.Database;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must find of a record without reading the payloads. */
@EachDatabase
class EventLookupTest {

  private static final RunEvent ADMITTED = new LifecycleEvent.Admitted("here#1", Instant.EPOCH);
  private static final RunEvent ENDED = new PhaseEvent.Completed("one", "done");

  private final UUID run = UUID.randomUUID();
  private final EventTable table = EventTable.of(database());
  private final EventLookup events = new EventLookup(new Database(database()));

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void aRun() throws SQLException {
    new Tables(database()).insertRun(run);
  }

  @Test
  void isTheNewestOfATypeBeforeAnotherEvent() throws SQLException {
    PreparedAppend first = append(1, Position.START, submitted(), ADMITTED, ENDED);
    append(2, first.end(), ADMITTED);
    EventType type = EventType.of(ADMITTED);

    assertThat(events.newest(run, type, 5)).hasValue(4);
    assertThat(events.newest(run, type, 4)).hasValue(2);
    assertThat(events.newest(run, type, 2)).isEmpty();
    assertThat(events.newest(UUID.randomUUID(), type, 5)).isEmpty();
  }

  @Test
  void isTheNewestOfAnEpochBeforeAnotherEvent() throws SQLException {
    PreparedAppend first = append(1, Position.START, submitted(), ADMITTED, ENDED);
    append(2, first.end(), ADMITTED);

    assertThat(events.newest(run, 1, 5)).hasValue(3);
    assertThat(events.newest(run, 1, 3)).hasValue(2);
    assertThat(events.newest(run, 2, 4)).isEmpty();
  }

  @Test
  void tellsWhetherAnAppendIsThereWhoseCommitWasNotConfirmed() throws SQLException {
    PreparedAppend written = append(1, Position.START, submitted());
    PreparedAppend next = prepared(1, written.end(), ENDED);
    PreparedAppend another = prepared(1, Position.START, ADMITTED);

    assertThat(table.contains(written)).isTrue();
    assertThat(table.contains(next)).isFalse();
    assertThat(table.contains(another)).as("another event is in its place").isFalse();
  }

  private static RunEvent submitted() {
    return Submissions.of("surveyor", "v", new JsonValue("{}"), "here", "ana");
  }

  private PreparedAppend append(long epoch, Position head, RunEvent... happened)
      throws SQLException {
    PreparedAppend append = prepared(epoch, head, happened);
    assertThat(table.write(List.of(append))).as("refused").isEmpty();
    return append;
  }

  private PreparedAppend prepared(long epoch, Position head, RunEvent... happened) {
    var row =
        FencedUpdate.of(
            "UPDATE run SET last_sequence = ? WHERE id = ?",
            head.sequence() + happened.length,
            run.toString());
    return PreparedAppend.of(
        Recorders.plain(), new Writer(run, "default", epoch), head, List.of(happened), row);
  }
}
