package dev.reprise.journal.audit;

import dev.reprise.platform.redaction.Redaction;
import java.util.List;
import java.util.Optional;

/** Something that the audit record of a tenant tells. */
public sealed interface AuditEvent {

  /** Returns the name of the event's type, as the database has it. */
  String type();

  /** Returns this event without secrets. */
  default AuditEvent redacted(Redaction redaction) {
    return this;
  }

  /**
   * Someone is about to do something. It is recorded before it is done, so that nothing is done
   * unrecorded; {@link Refused} follows if it was not done after all.
   *
   * @param by the user or API key
   * @param roles of theirs
   * @param address of the client
   * @param deed the method and the path of the request
   * @param body of the request, unless it is long; empty if it has none
   */
  record Deed(String by, List<String> roles, String address, String deed, Optional<String> body)
      implements AuditEvent {

    public Deed {
      roles = List.copyOf(roles);
    }

    @Override
    public String type() {
      return "deed";
    }

    @Override
    public AuditEvent redacted(Redaction redaction) {
      return new Deed(by, roles, address, redaction.text(deed), body.map(redaction::text));
    }
  }

  /**
   * A deed was not done.
   *
   * @param of the sequence of the deed
   * @param status of the response
   */
  record Refused(long of, int status) implements AuditEvent {
    @Override
    public String type() {
      return "deed-refused";
    }
  }

  /**
   * Logins were refused.
   *
   * @param user as whom the last of them tried to log in; empty if that is not known
   * @param address of its client
   * @param count of refused logins since the entry before
   */
  record LoginsRefused(String user, String address, long count) implements AuditEvent {
    @Override
    public String type() {
      return "logins-refused";
    }
  }
}
