package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Who makes a request, as far as it was shown.
 *
 * @param name of the user, or of the API key
 * @param tenant whose data they see
 * @param roles they have; a role includes others: see {@link Role#includes}
 * @param key with which they have logged in; empty for people
 */
public record Identity(String name, String tenant, Set<Role> roles, Optional<UUID> key) {

  /** The attribute of a request that has its identity. */
  static final String ATTRIBUTE = Identity.class.getName();

  public Identity {
    roles = Set.copyOf(roles);
  }

  /** Creates the identity of a user. */
  public Identity(String name, String tenant, Set<Role> roles) {
    this(name, tenant, roles, Optional.empty());
  }

  /** Returns whether one of the roles is this one or includes it. */
  public boolean has(Role role) {
    return roles.stream().anyMatch(held -> held.includes(role));
  }
}
