package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ToolGrant;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

/** With what tests call tools. */
public final class TestCalls {

  private TestCalls() {}

  /** Returns an origin that narrows nothing. */
  public static CallOrigin origin(String... tools) {
    return new CallOrigin("acme", new UUID(0, 1), "clerk", List.of(tools), ToolGrant.WHOLE);
  }

  /** Returns the same, with a grant. */
  public static CallOrigin granted(ToolGrant grant) {
    return new CallOrigin("acme", new UUID(0, 1), "clerk", List.of(), grant);
  }

  public static CallContext context(String key, Path root) {
    return new CallContext(key, new Workspace(root), origin(), CallProgress.UNHEARD);
  }

  public static ToolRequest request(JsonNode arguments, String key, Path root) {
    return ToolRequest.of(
        arguments, context(key, root), "external " + key, ToolDeclaration.RESULT_LIMIT);
  }
}
