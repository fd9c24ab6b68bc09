package dev.reprise.artifact;

import java.util.List;
import java.util.Optional;

/**
 * How far new code comes without a person.
 *
 * @param canaryRoles the roles whose code agents try once it has passed its checks; a name, or a
 *     pattern in which {@code *} stands for any characters. The code of any other role stays {@link
 *     Stage#STAGED} until an admin promotes it
 * @param promoter who lets other agents have code than the one that had it written
 * @param canaryCalls how many calls in a row must succeed before {@link Promoter#CALLS} promotes
 */
public record TrustRules(List<String> canaryRoles, Promoter promoter, int canaryCalls) {

  /** Who promotes code that one agent had written for the others. */
  public enum Promoter {
    /** A person. Until then the code is {@link Stage#PRIVATE}. */
    PERSON,
    /**
     * A person, or enough calls that succeeded. Until then the code is {@link Stage#CANARY}. So
     * what one agent was made to write reaches others without a person.
     */
    CALLS
  }

  public TrustRules {
    canaryRoles = List.copyOf(canaryRoles);
  }

  /** Returns the stage of code that has passed its checks; empty if it waits for a person. */
  Optional<Stage> afterChecks(String role) {
    if (!isCanary(role)) {
      return Optional.empty();
    }
    return Optional.of(promoter == Promoter.PERSON ? Stage.PRIVATE : Stage.CANARY);
  }

  /** Returns whether agents may try the code of a role before a person has seen it. */
  public boolean isCanary(String role) {
    return canaryRoles.stream().anyMatch(it -> role.matches(it.replace("*", ".*")));
  }
}
