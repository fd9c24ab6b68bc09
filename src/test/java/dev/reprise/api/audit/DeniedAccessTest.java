package dev.reprise.api.audit;

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
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Refusals are recorded, and cannot fill the database. */
class DeniedAccessTest {

  private final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T08:00:00Z"));
  private final AuditRecord record = record();
  private final DeniedAccess denied = new DeniedAccess(record, clock);
  private final String tenant = UUID.randomUUID().toString();
  private final String other = UUID.randomUUID().toString();

  private static AuditRecord record() {
    var encoder = Recorders.with("", "", new RecordSettings());
    return new AuditRecord(
        TestDatabases.derby(),
        encoder,
        new RecordArchive(TestDatabases.derby(), encoder, KeySource.of(KeyRing.EMPTY)),
        Redaction.none());
  }

  @Test
  void areAFewEntriesAndThenOneEachTenSecondsThatCountsThem() {
    for (int i = 0; i < 100; i++) {
      denied.add(tenant, denied("POST /" + i));
    }
    assertThat(record.size(tenant)).isEqualTo(DeniedAccess.AT_ONCE);

    clock.moveTo(clock.instant().plus(DeniedAccess.INTERVAL));
    denied.add(tenant, denied("POST /later"));
    denied.add(tenant, denied("POST /again"));

    List<AuditRecord.Entry> entries = record.page(tenant, DeniedAccess.AT_ONCE, 10);
    assertThat(entries)
        .extracting(AuditRecord.Entry::event)
        .containsExactly(
            new AuditEvent.AccessDenied("vic", List.of("viewer"), "::1", "POST /later", 71));
  }

  @Test
  void ofOneTenantDoNotHideThoseOfAnother() {
    for (int i = 0; i < 100; i++) {
      denied.add(tenant, denied("POST /" + i));
    }

    denied.add(other, denied("POST /x"));

    assertThat(record.size(other)).isEqualTo(1);
  }

  private static AuditEvent.AccessDenied denied(String deed) {
    return new AuditEvent.AccessDenied("vic", List.of("viewer"), "::1", deed, 1);
  }
}
