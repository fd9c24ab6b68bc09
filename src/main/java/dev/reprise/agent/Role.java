package dev.reprise.agent;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** What a user may do on this server. A role that includes others may do all that they may. */
public enum Role {
  /** Reads agents, runs and events. */
  VIEWER("viewer"),
  /** Reads everything, also what only admins read otherwise, and changes nothing. */
  AUDITOR("auditor"),
  /** Submits runs and batches, and directs those. */
  SUBMITTER("submitter"),
  /** Decides on calls that wait for a person. */
  APPROVER("approver"),
  /** Directs all runs, and has schedules. */
  OPERATOR("operator"),
  /** Administers the tenant. */
  ADMIN("admin");

  private final String roleName;

  Role(String roleName) {
    this.roleName = roleName;
  }

  /** Returns the name of the role in the server's configuration and rules. */
  public String roleName() {
    return roleName;
  }

  /** Returns whether a user with this role also has the other one. */
  public boolean includes(Role other) {
    return this == other
        || switch (this) {
          case VIEWER -> false;
          case AUDITOR, SUBMITTER, APPROVER -> other == VIEWER;
          case OPERATOR -> other != AUDITOR && other != ADMIN;
          case ADMIN -> true;
        };
  }

  /** Returns the role of this name. */
  public static Optional<Role> named(String name) {
    return Arrays.stream(values()).filter(role -> role.roleName.equals(name)).findFirst();
  }

  /**
   * Returns the roles of a user.
   *
   * @param isHeld tells for the name of a role whether the user has it
   */
  public static Set<Role> held(Predicate<String> isHeld) {
    Set<Role> held = EnumSet.noneOf(Role.class);
    Arrays.stream(values()).filter(role -> isHeld.test(role.roleName)).forEach(held::add);
    return held;
  }

  /**
   * Returns the highest of some roles, by the order in which they are declared. That is the role
   * with which runs of this user are recorded.
   */
  public static Optional<Role> highest(Set<Role> roles) {
    return roles.stream().max(Comparator.naturalOrder());
  }
}
