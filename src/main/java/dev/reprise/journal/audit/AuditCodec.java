package dev.reprise.journal.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.journal.codec.RecordJson;
import dev.reprise.journal.codec.UnpairedSurrogates;
import java.util.Map;

/** Writes and reads the payloads of audit events, as JSON of their components. */
final class AuditCodec {

  static final int VERSION = 1;

  private static final String PREFIX = "audit.";
  private static final Map<String, Class<? extends AuditEvent>> FORMS =
      Map.of(
          "deed", AuditEvent.Deed.class,
          "deed-refused", AuditEvent.Refused.class,
          "access-denied", AuditEvent.AccessDenied.class,
          "logins-refused", AuditEvent.LoginsRefused.class);

  private final ObjectMapper mapper = RecordJson.mapper();

  String type(AuditEvent event) {
    return PREFIX + event.type();
  }

  String write(AuditEvent event) {
    try {
      return UnpairedSurrogates.escaped(mapper.writeValueAsString(event));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(type(event) + " cannot be written as JSON", e);
    }
  }

  /**
   * Reads an event back.
   *
   * @throws IllegalArgumentException if the type is not known, or the payload does not fit
   */
  AuditEvent read(String type, String payload) {
    Class<? extends AuditEvent> form =
        type.startsWith(PREFIX) ? FORMS.get(type.substring(PREFIX.length())) : null;
    if (form == null) {
      throw new IllegalArgumentException("unknown event type '" + type + "'");
    }
    try {
      return mapper.readValue(payload, form);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the payload is not that of '%s'".formatted(type), e);
    }
  }
}
