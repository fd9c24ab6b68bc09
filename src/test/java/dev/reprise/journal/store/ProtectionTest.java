package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.JournalSettings;
import dev.reprise.journal.KeyMissingException;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.PhaseEvent;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.StoreHealth;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Tables;
import dev.reprise.journal.Writer;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.seal.HashChain;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.journal.seal.StoredEvent;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.telemetry.Telemetry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How records are protected in every database against changes and readers. */
@EachDatabase
class ProtectionTest {

  private static final String ONE = "k1=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=";
  private static final String TWO = "k2=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAI=";
  private static final String CANARY = "canary-4711-\u2713";
  private static final RunEvent FIRST =
      Submissions.of("surveyor", "v", new JsonValue("{\"a\":\"" + CANARY + "\"}"), "here", "ana");
  private static final RunEvent SECOND = new PhaseEvent.Completed("survey", CANARY);
  private static final RunEvent THIRD = new LifecycleEvent.Completed("answer");
  private static final RunEvent LARGE =
      new PhaseEvent.Completed("survey", CANARY + "x".repeat(100_000));

  private final UUID run = UUID.randomUUID();
  private final Writer writer = new Writer(run, "default", 0);
  private final List<JdbcJournal> opened = new ArrayList<>();

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void aRun() throws SQLException {
    tables().insertRun(run);
  }

  @AfterEach
  void close() {
    opened.forEach(JdbcJournal::close);
  }

  @ParameterizedTest(name = "{0} = {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "tenant | 'other'",
        "epoch | 7",
        "type | 'run.failed'",
        "version | 2",
        "payload | {\"phase\":\"survey\",\"output\":\"canary-4712-\u2713\"}",
        "hash | '" + "0000000000000000000000000000000000000000000000000000000000000000" + "'",
        "seal_key | 'k1'",
        "cipher_key | 'k1'",
        "blob | '" + "0000000000000000000000000000000000000000000000000000000000000000" + "'",
        "recorded_at | {fn TIMESTAMPADD(SQL_TSI_SECOND, 1, recorded_at)}",
        "sequence | 9",
      })
  void findsAChange(String column, String value) throws SQLException {
    JdbcJournal journal = journal("", "");
    journal.append(writer, Position.START, List.of(FIRST, SECOND, THIRD)).await();

    String stored = column.equals("payload") ? tables().payload(value) : value;
    execute("UPDATE event SET " + column + " = " + stored + " WHERE run_id = ? AND sequence = 2");

    assertThatThrownBy(() -> all(journal))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining(run.toString())
        .hasMessageContaining("event 2");
  }

  @Test
  void findsEventsExchangedRemovedOrMovedToAnotherRun() throws SQLException {
    JdbcJournal journal = journal("", "");
    journal.append(writer, Position.START, List.of(FIRST, SECOND, SECOND, THIRD)).await();
    UUID other = UUID.randomUUID();
    tables().insertRun(other);
    journal.append(new Writer(other, "default", 0), Position.START, List.of(FIRST)).await();

    execute("UPDATE event SET sequence = 9 WHERE run_id = ? AND sequence = 2");
    execute("UPDATE event SET sequence = 2 WHERE run_id = ? AND sequence = 3");
    execute("UPDATE event SET sequence = 3 WHERE run_id = ? AND sequence = 9");
    assertThatThrownBy(() -> all(journal)).hasMessageContaining("event 2: was changed");

    execute("DELETE FROM event WHERE run_id = ? AND sequence = 2");
    assertThatThrownBy(() -> all(journal)).hasMessageContaining("event 2: is missing");

    execute("UPDATE event SET run_id = '" + other + "' WHERE run_id = ? AND sequence = 4");
    assertThatThrownBy(() -> journal.read(other, Position.START, 10))
        .hasMessageContaining("event 2: is missing");
  }

  @Test
  void findsALargePayloadThatWasChangedOrIsMissing() throws SQLException {
    JdbcJournal journal = journal("", "");
    journal.append(writer, Position.START, List.of(FIRST, LARGE)).await();
    assertThat(all(journal)).extracting(RecordedEvent::event).containsExactly(FIRST, LARGE);
    assertThat(texts("SELECT payload FROM event WHERE run_id = ? AND sequence = 2"))
        .containsExactly("");

    execute(
        "UPDATE blob SET content = %s WHERE address IN %s"
            .formatted(tables().payload("x"), blobsOfTheRun()));
    assertThatThrownBy(() -> all(journal))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2: has lost its payload, or its payload was changed");

    execute("DELETE FROM blob WHERE address IN " + blobsOfTheRun());
    assertThatThrownBy(() -> all(journal)).isInstanceOf(BrokenRecordException.class);
  }

  @Test
  void storesEqualLargePayloadsOncePerTenant() throws SQLException {
    JdbcJournal journal = journal("", "");
    Position end = journal.append(writer, Position.START, List.of(LARGE, LARGE)).await();
    journal.append(writer, end, List.of(LARGE)).await();
    journal.append(writer, end, List.of(THIRD));

    assertThat(all(journal)).hasSize(3);
    assertThat(texts("SELECT address FROM blob WHERE address IN " + blobsOfTheRun())).hasSize(1);
  }

  @Test
  void refusesAPayloadOverTheLimitAndWritesNothing() throws SQLException {
    JdbcJournal journal = journal("", "");

    assertThatThrownBy(
            () ->
                journal.append(
                    writer,
                    Position.START,
                    List.of(FIRST, new PhaseEvent.Completed("survey", "x".repeat(5_000_000)))))
        .isInstanceOf(PayloadTooLargeException.class)
        .hasMessageContaining(run.toString())
        .hasMessageContaining("phase.completed")
        .hasMessageContaining("5,000,0")
        .hasMessageContaining("4,194,304");
    assertThat(all(journal)).isEmpty();
  }

  @Test
  void refusesAForgedEventWithACorrectPlainHashIfRecordsAreSealed() throws SQLException {
    JdbcJournal sealed = journal(ONE, "");
    Position head = sealed.append(writer, Position.START, List.of(FIRST)).await();
    // anyone who may write to the database can compute SHA-256, and append a phase that never was
    journal("", "").append(writer, head, List.of(SECOND)).await();

    assertThatThrownBy(() -> all(sealed))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2: is not sealed");
    assertThatThrownBy(() -> sealed.read(run, head, 10))
        .as("read from the middle")
        .hasMessageContaining("event 2: is not sealed");
  }

  @Test
  void refusesAForgedJournalIfRecordsAreSealed() {
    journal("", "").append(writer, Position.START, List.of(FIRST, SECOND)).await();

    assertThatThrownBy(() -> all(journal(ONE, "")))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 1: is not sealed, although there are keys for it");
  }

  @Test
  void refusesAnUnsealedRowInASealedRunWithoutTheKeysOfTheSeals() {
    Position head = journal(ONE, TWO).append(writer, Position.START, List.of(FIRST)).await();
    journal("", "").append(writer, head, List.of(SECOND)).await();

    assertThatThrownBy(() -> journal("", TWO).read(run, head, 10))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2: is not sealed, as those before it are");
  }

  @ParameterizedTest
  @ValueSource(strings = {"seal_key = ''", "seal_key = 'k2'"})
  void refusesARemovedOrExchangedSeal(String change) throws SQLException {
    JdbcJournal sealed = journal(ONE + "," + TWO, "");
    sealed.append(writer, Position.START, List.of(FIRST, SECOND)).await();

    execute("UPDATE event SET " + change + " WHERE run_id = ? AND sequence = 2");

    assertThatThrownBy(() -> all(sealed))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2");
  }

  @Test
  void readsOldKeysAfterARotation() throws SQLException {
    Position head = journal(ONE, ONE).append(writer, Position.START, List.of(FIRST)).await();
    journal(TWO + "," + ONE, TWO + "," + ONE).append(writer, head, List.of(LARGE)).await();

    assertThat(all(journal(ONE + "," + TWO, TWO + "," + ONE)))
        .extracting(RecordedEvent::event)
        .containsExactly(FIRST, LARGE);
    assertThat(texts("SELECT seal_key FROM event WHERE run_id = ? ORDER BY sequence"))
        .containsExactly("k1", "k2");
  }

  @Test
  void namesALostKeyOnlyForTheRunsThatNeedIt() throws SQLException {
    journal(ONE, "").append(writer, Position.START, List.of(FIRST)).await();
    UUID other = UUID.randomUUID();
    tables().insertRun(other);
    journal(TWO, "")
        .append(new Writer(other, "default", 0), Position.START, List.of(FIRST))
        .await();
    UUID hidden = UUID.randomUUID();
    tables().insertRun(hidden);
    journal(TWO, ONE)
        .append(new Writer(hidden, "default", 0), Position.START, List.of(FIRST))
        .await();

    JdbcJournal reader = journal(TWO, TWO);

    assertThatThrownBy(() -> all(reader))
        .isInstanceOf(KeyMissingException.class)
        .hasMessageContaining("event 1: is sealed with key 'k1', which this server does not have");
    assertThatThrownBy(() -> reader.read(hidden, Position.START, 10))
        .isInstanceOf(KeyMissingException.class)
        .hasMessageContaining("is encrypted with key 'k1'");
    assertThat(reader.read(other, Position.START, 10)).hasSize(1);
  }

  @Test
  void storesNoPlaintextOfAnEncryptedPayload() throws SQLException {
    JdbcJournal journal = journal(ONE, TWO);
    journal.append(writer, Position.START, List.of(FIRST, SECOND, LARGE)).await();

    assertThat(all(journal)).extracting(RecordedEvent::event).containsExactly(FIRST, SECOND, LARGE);
    assertThat(texts("SELECT payload FROM event WHERE run_id = ?")).noneMatch(this::hasCanary);
    assertThat(texts("SELECT content FROM blob WHERE address IN " + blobsOfTheRun()))
        .hasSize(1)
        .noneMatch(this::hasCanary);
  }

  private boolean hasCanary(String text) {
    return text.contains("canary");
  }

  @Test
  void refusesAPlaintextRowInAnEncryptedRun() {
    Position head = journal("", ONE).append(writer, Position.START, List.of(FIRST)).await();
    journal("", "").append(writer, head, List.of(SECOND)).await();

    assertThatThrownBy(() -> all(journal("", ONE)))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 2: is not encrypted, as those before it are");
    assertThatThrownBy(() -> journal("", ONE).read(run, head, 10))
        .as("read from the middle")
        .hasMessageContaining("event 2: is not encrypted, as those before it are");
  }

  @Test
  void refusesAnEncryptedPayloadInAnotherPlace() throws SQLException {
    JdbcJournal journal = journal("", ONE);
    journal.append(writer, Position.START, List.of(FIRST, SECOND, SECOND)).await();
    var chain = new HashChain(KeySource.of(KeyRing.EMPTY));
    // moved to the next place, with all plain hashes corrected
    String moved = texts("SELECT payload FROM event WHERE run_id = ? AND sequence = 2").getFirst();
    execute(
        "UPDATE event SET payload = %s WHERE run_id = ? AND sequence = 3"
            .formatted(tables().payload(moved)));
    StoredEvent third = row(3);
    String right = chain.hash(row(2).hash(), third);
    execute("UPDATE event SET hash = '" + right + "' WHERE run_id = ? AND sequence = 3");

    assertThatThrownBy(() -> all(journal))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 3: was not encrypted as this event with key k1");
  }

  @Test
  void refusesAnEventThatThisServerDoesNotKnow() throws SQLException {
    EventEncoder recorder = Recorders.plain();
    PreparedAppend.Entry entry =
        recorder.write(writer, Position.START, "run.of-a-later-version", 1, "{}");
    FencedUpdate row =
        FencedUpdate.of("UPDATE run SET last_sequence = 1 WHERE id = ?", run.toString());
    EventTable.of(database())
        .write(List.of(new PreparedAppend(writer, row, List.of(entry), List.of())));

    assertThatThrownBy(() -> all(journal(recorder)))
        .isInstanceOf(BrokenRecordException.class)
        .hasMessageContaining("event 1")
        .hasMessageContaining("run.of-a-later-version");
  }

  @Test
  void continuesAPlaintextRunEncrypted() {
    Position head = journal("", "").append(writer, Position.START, List.of(FIRST)).await();
    journal("", ONE).append(writer, head, List.of(SECOND)).await();

    assertThat(all(journal("", ONE)))
        .extracting(RecordedEvent::event)
        .containsExactly(FIRST, SECOND);
  }

  private JdbcJournal journal(String sealing, String encryption) {
    return journal(Recorders.with(sealing, encryption, new RecordSettings()));
  }

  private JdbcJournal journal(EventEncoder recorder) {
    var journal =
        new JdbcJournal(
            database(),
            recorder,
            new StoreHealth(Clock.systemUTC()),
            new Telemetry(),
            new JournalSettings(),
            Thread::new,
            Outbox.NONE);
    opened.add(journal);
    return journal;
  }

  private List<RecordedEvent> all(JdbcJournal journal) {
    return journal.read(run, Position.START, 10);
  }

  private StoredEvent row(long sequence) throws SQLException {
    try (Connection connection = database().getConnection()) {
      return EventReader.row(connection, run, sequence).orElseThrow();
    }
  }

  private String blobsOfTheRun() {
    return "(SELECT blob FROM event WHERE run_id = ? AND blob <> '')";
  }

  private void execute(String sql) throws SQLException {
    assertThat(tables().change(sql, run)).as(sql).isPositive();
  }

  private Tables tables() {
    return new Tables(database());
  }

  private List<String> texts(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, run.toString());
      try (ResultSet rows = statement.executeQuery()) {
        List<String> texts = new ArrayList<>();
        while (rows.next()) {
          texts.add(PayloadColumn.get(rows, rows.getMetaData().getColumnLabel(1)));
        }
        return texts;
      }
    }
  }
}
