package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import java.util.List;
import java.util.Optional;

/**
 * The tenants that a document is for: its member {@code tenants}. It says who may use the agent,
 * not what the agent is, so it is not part of a version. A run's version stays the same when
 * another tenant gets the agent, and no tenant can read there who the others are.
 */
final class DocumentTenants {

  private static final String MEMBER = "tenants";

  private DocumentTenants() {}

  static boolean areNamed(JsonNode tree) {
    return tree.has(MEMBER);
  }

  /** Returns the tenants that a document names; empty if it names none. */
  static Optional<TenantScope> of(JsonNode tree) {
    return areNamed(tree) ? Optional.of(TenantScope.of(tree.get(MEMBER))) : Optional.empty();
  }

  /** Returns whether a problem concerns this member. */
  static boolean isAboutThem(DocumentError problem) {
    return problem.path().equals(MEMBER);
  }

  /** Returns the problem of a document that names no tenants but must. */
  static DocumentError missing() {
    return new DocumentError(
        MEMBER,
        "is missing, but required with %s; it %s".formatted(TenantScope.PATTERN, TenantScope.RULE));
  }

  /** Returns the problems of the member. */
  static List<DocumentError> problems(JsonNode tree) {
    try {
      of(tree);
      return List.of();
    } catch (IllegalArgumentException e) {
      return List.of(new DocumentError(MEMBER, String.valueOf(e.getMessage())));
    }
  }

  /** Returns a document without the member. */
  static JsonNode without(JsonNode tree) {
    ObjectNode copy = tree.deepCopy();
    copy.remove(MEMBER);
    return copy;
  }
}
