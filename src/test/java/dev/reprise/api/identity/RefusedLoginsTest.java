package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.journal.RecordSettings;
import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.journal.audit.AuditRecord;
import dev.reprise.journal.file.RecordArchive;
import dev.reprise.journal.seal.Recorders;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.redaction.Redaction;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Guesses of passwords are recorded, and cannot fill the database. */
class RefusedLoginsTest {

  private final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T08:00:00Z"));
  private final AuditRecord record = record();
  private final RefusedLogins logins = new RefusedLogins(record, clock);
  private final long before = record.size("default");

  private static AuditRecord record() {
    var encoder = Recorders.with("", "", new RecordSettings());
    return new AuditRecord(
        TestDatabases.derby(),
        encoder,
        new RecordArchive(TestDatabases.derby(), encoder, KeySource.of(KeyRing.EMPTY)),
        Redaction.none());
  }

  @Test
  void areOneEntryEachTenSecondsThatCountsThem() {
    for (int guess = 0; guess < 5; guess++) {
      logins.add(login("1.2.3.4", "mallory"));
    }
    clock.moveTo(clock.instant().plus(RefusedLogins.INTERVAL));
    logins.add(login("5.6.7.8", "eve\n"));

    List<AuditEvent> entries =
        record.page("default", before, 10).stream().map(AuditRecord.Entry::event).toList();
    assertThat(entries)
        .containsExactly(
            new AuditEvent.LoginsRefused("mallory", "1.2.3.4", 1),
            new AuditEvent.LoginsRefused("eve?", "5.6.7.8", 5));
  }

  private static Login login(String address, String user) {
    return new Login(address, new Credential.Password(user, "guess"));
  }
}
