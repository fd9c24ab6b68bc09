package dev.reprise.agent;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a user may do on this server, from the weakest role up. Each role includes the weaker ones.
 */
public enum Role {
  VIEWER("viewer"),
  APPROVER("approver"),
  OPERATOR("operator"),
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
    return compareTo(other) >= 0;
  }

  /** Returns the role of this name. */
  public static Optional<Role> named(String name) {
    return Arrays.stream(values()).filter(role -> role.roleName.equals(name)).findFirst();
  }

  /**
   * Returns the highest role of a user.
   *
   * @param isHeld tells for the name of a role whether the user has it
   */
  public static Optional<Role> highest(Predicate<String> isHeld) {
    return Arrays.stream(values())
        .filter(role -> isHeld.test(role.roleName))
        .max(Comparator.naturalOrder());
  }
}
