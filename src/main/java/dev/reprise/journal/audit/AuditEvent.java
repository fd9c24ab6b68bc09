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
   * The digest of a body of which the record has not all.
   *
   * @param sha256 of the bytes as they were sent, hexadecimal
   * @param bytes their number
   */
  record Digest(String sha256, long bytes) {}

  /**
   * Someone is about to do something. It is recorded before it is done, so that nothing is done
   * unrecorded; {@link Refused} follows if it was not done after all.
   *
   * @param by the user or API key
   * @param roles that the user had
   * @param address of the client
   * @param deed the method, the path and the query of the request
   * @param body of the request as compact JSON, shortened if it is long; empty if it has none
   * @param whole the body, if {@code body} is not all of it
   */
  record Deed(
      String by,
      List<String> roles,
      String address,
      String deed,
      Optional<String> body,
      Optional<Digest> whole)
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
      return new Deed(by, roles, address, redaction.text(deed), body.map(redaction::text), whole);
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
   * Something was refused because the caller may not do it, before it became a deed.
   *
   * @param deed the method, the path and the query of the request
   * @param count of such refusals since the entry before, which this one stands for
   */
  record AccessDenied(String by, List<String> roles, String address, String deed, long count)
      implements AuditEvent {

    public AccessDenied {
      roles = List.copyOf(roles);
    }

    @Override
    public String type() {
      return "access-denied";
    }

    @Override
    public AuditEvent redacted(Redaction redaction) {
      return new AccessDenied(by, roles, address, redaction.text(deed), count);
    }
  }

  /**
   * Logins were refused.
   *
   * @param user the user name of the last login; empty if that is not known
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
