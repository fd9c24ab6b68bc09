package dev.reprise.agent;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/** What somebody may do here, from the least on: each role has the lesser ones too. */
public enum Role {
  VIEWER("viewer"),
  OPERATOR("operator"),
  ADMIN("admin");

  private final String roleName;

  Role(String roleName) {
    this.roleName = roleName;
  }

  /** Returns the name by which the server and its rules know it. */
  public String roleName() {
    return roleName;
  }

  /** Returns whether whoever has this role has the other one too. */
  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }

  /** Returns the role of this name. */
  public static Optional<Role> named(String name) {
    return Arrays.stream(values()).filter(role -> role.roleName.equals(name)).findFirst();
  }

  /**
   * Returns the highest role of somebody.
   *
   * @param isHeld says of a role's name whether that person has it
   */
  public static Optional<Role> highest(Predicate<String> isHeld) {
    return Arrays.stream(values())
        .filter(role -> isHeld.test(role.roleName))
        .max(Comparator.naturalOrder());
  }
}
