package dev.reprise.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ToolGrant;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** With what tests call tools. */
public final class TestCalls {

  private TestCalls() {}

  /** The tools that {@link #origin()} grants. */
  private static final List<String> TOOLS =
      Stream.concat(
              ToolBench.BUILT_IN.stream().map(it -> it.declaration().name()),
              Stream.of("http_fetch", "http_post", "sql_query", "read_result", "stub"))
          .toList();

  /** Returns an origin that grants the built-in tools, and {@code stub}, and narrows nothing. */
  public static CallOrigin origin() {
    return granted(ToolGrant.WHOLE);
  }

  /** Returns the same, with a grant. */
  public static CallOrigin granted(ToolGrant grant) {
    return new CallOrigin("acme", new UUID(0, 1), "clerk", TOOLS, grant);
  }

  /** Returns an origin that grants these tools, and narrows nothing. */
  public static CallOrigin origin(String first, String... more) {
    List<String> tools = Stream.concat(Stream.of(first), Stream.of(more)).toList();
    return new CallOrigin("acme", new UUID(0, 1), "clerk", tools, ToolGrant.WHOLE);
  }

  public static CallContext context(String key, Path root) {
    return new CallContext(key, new Workspace(root), origin(), CallProgress.UNHEARD);
  }

  /** Returns a context that grants one tool. */
  public static CallContext context(String key, Path root, String tool) {
    return new CallContext(key, new Workspace(root), origin(tool), CallProgress.UNHEARD);
  }

  public static ToolRequest request(JsonNode arguments, String key, Path root) {
    return ToolRequest.of(
        arguments, context(key, root), "external " + key, ToolDeclaration.RESULT_LIMIT);
  }
}
