package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import dev.reprise.run.approval.Person;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A key by which a program logs in, without its secret.
 *
 * @param name says what it is for; several keys may have the same, one replacing another
 * @param roles that requests with it have
 * @param expiresAt when it ends to be accepted
 * @param revoked who ended it before that
 * @param lastUsedAt when it was last accepted, to the minute
 */
public record ApiKey(
    UUID id,
    String tenant,
    String name,
    Set<Role> roles,
    Mark created,
    Instant expiresAt,
    Optional<Mark> revoked,
    Optional<Instant> lastUsedAt) {

  /** Who did something, and when. */
  public record Mark(String by, Instant at) {}

  public ApiKey {
    roles = Set.copyOf(roles);
  }

  /** Returns whether requests with it are accepted at a time. */
  public boolean isAccepted(Instant now) {
    return revoked.isEmpty() && now.isBefore(expiresAt);
  }

  Identity identity() {
    return new Identity(Person.API_KEY + name, tenant, roles, Optional.of(id));
  }
}
