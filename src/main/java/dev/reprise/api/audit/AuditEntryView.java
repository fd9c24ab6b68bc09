package dev.reprise.api.audit;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.http.ApiJson;
import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.journal.audit.AuditRecord;
import java.time.Instant;

/**
 * An entry of the audit record.
 *
 * @param type deed, deed-refused, access-denied or logins-refused
 * @param data what happened: of a deed or a denied access, who did what from which address; of a
 *     refusal or a file, the sequence of the deed
 * @param hash of the entry, which covers the one before
 */
public record AuditEntryView(long sequence, Instant at, String type, JsonNode data, String hash) {

  static AuditEntryView of(AuditRecord.Entry entry) {
    AuditEvent event = entry.event();
    return new AuditEntryView(
        entry.sequence(),
        entry.at(),
        event.type(),
        ApiJson.mapper().valueToTree(event),
        entry.hash());
  }
}
