package dev.reprise.artifact;

import java.util.List;

/**
 * How far new code comes without a person.
 *
 * @param canaryRoles the roles whose code becomes {@link Stage#CANARY} once it has passed its
 *     checks; a name, or a pattern in which {@code *} stands for any characters. The code of any
 *     other role stays {@link Stage#STAGED} until an admin promotes it
 * @param canaryCalls how many calls in a row must succeed before such code is promoted
 */
public record TrustRules(List<String> canaryRoles, int canaryCalls) {

  public TrustRules {
    canaryRoles = List.copyOf(canaryRoles);
  }

  /** Returns whether agents may try the code of a role before a person has seen it. */
  public boolean isCanary(String role) {
    return canaryRoles.stream().anyMatch(it -> role.matches(it.replace("*", ".*")));
  }
}
