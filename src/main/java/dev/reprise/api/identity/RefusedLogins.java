package dev.reprise.api.identity;

import dev.reprise.journal.audit.AuditEvent;
import dev.reprise.journal.audit.AuditRecord;
import dev.reprise.platform.TenantScope;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Records refused logins in the audit record of the tenant {@code default}, because a login that
 * was refused belongs to no tenant. Guesses must not fill the database: each server writes an entry
 * every ten seconds at most, which counts those that came before it.
 */
@ApplicationScoped
class RefusedLogins {

  static final Duration INTERVAL = Duration.ofSeconds(10);

  private static final System.Logger LOG = System.getLogger(RefusedLogins.class.getName());

  private final AuditRecord record;
  private final Clock clock;
  private Instant next = Instant.MIN;
  private long count;

  @Inject
  RefusedLogins(AuditRecord record, Clock clock) {
    this.record = record;
    this.clock = clock;
  }

  /** Records a refused login, or counts it for the next entry. */
  public void add(Login login) {
    long counted = counted();
    if (counted > 0) {
      try {
        record.append(
            TenantScope.DEFAULT,
            new AuditEvent.LoginsRefused(login.printableUser(), login.address(), counted));
      } catch (RuntimeException e) {
        LOG.log(
            Level.WARNING,
            "audit record: %d refused logins could not be recorded, the last: %s"
                .formatted(counted, login),
            e);
      }
    }
  }

  private synchronized long counted() {
    count++;
    Instant now = clock.instant();
    if (now.isBefore(next)) {
      return 0;
    }
    next = now.plus(INTERVAL);
    long counted = count;
    count = 0;
    return counted;
  }
}
