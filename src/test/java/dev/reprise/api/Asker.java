package dev.reprise.api;

import java.util.Optional;

/** Who asks an operation of the API, as far as it makes a difference. */
enum Asker {
  ANONYMOUS("", ""),
  VIEWER("viewer", "viewer"),
  AUDITOR("auditor", "auditor"),
  SUBMITTER("submitter", "submitter"),
  APPROVER("approver", "approver"),
  OPERATOR("operator", "operator"),
  ADMIN("admin", "admin"),
  ADMIN_OF_ANOTHER_TENANT("eve@beta", "admin");

  private final String user;
  private final String role;

  Asker(String user, String role) {
    this.user = user;
    this.role = role;
  }

  /** Returns the user's name; an anonymous asker has none. */
  Optional<String> user() {
    return this == ANONYMOUS ? Optional.empty() : Optional.of(user);
  }

  String role() {
    return role;
  }

  /** Returns the user as a client; an anonymous client has none. */
  Client client() {
    return new Client(user);
  }
}
