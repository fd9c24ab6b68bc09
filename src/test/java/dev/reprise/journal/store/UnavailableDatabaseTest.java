package dev.reprise.journal.store;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.journal.Journal;
import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.Position;
import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.journal.audit.AuditRecord;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What those are told who need a record while the database fails; this one has no tables. */
class UnavailableDatabaseTest {

  private final UUID run = UUID.randomUUID();
  private final DataSource database = withoutTables();

  @Test
  void readsNoRecord() {
    try (TestDatabases.OpenJournal opened = TestDatabases.journal(database)) {
      Journal journal = opened.journal();

      assertUnavailable("read", run, () -> journal.read(run, Position.START, 10));
      assertUnavailable("read", run, () -> journal.position(run, 1));
    }
  }

  @Test
  void neitherErasesNorMeasuresARecord() {
    assertUnavailable("erase", run, () -> TestDatabases.erasure(database).erase(run));
    assertUnavailable("measure", run, () -> TestDatabases.sizes(database).of(run));
  }

  @Test
  void recordsNoDeed() {
    var encoder = Recorders.plain();
    var audit =
        new AuditRecord(
            database,
            encoder,
            new RecordArchive(database, encoder, KeySource.of(KeyRing.EMPTY)),
            Redaction.none());

    assertUnavailable(
        "read", AuditRecord.id("acme"), () -> audit.append("acme", new AuditEvent.Refused(1, 404)));
  }

  private static void assertUnavailable(String what, UUID run, ThrowingCallable use) {
    assertThatThrownBy(use)
        .isInstanceOf(JournalUnavailableException.class)
        .hasMessageContaining("could not %s the journal of run %s".formatted(what, run));
  }

  private static DataSource withoutTables() {
    var database = new EmbeddedDataSource();
    database.setDatabaseName("memory:without-tables");
    database.setCreateDatabase("create");
    return database;
  }
}
