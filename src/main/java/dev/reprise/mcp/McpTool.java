package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ToolOutcome;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A tool of a server, under the name that it has here. */
final class McpTool implements Tool {

  private final McpServer server;
  private final String remoteName;
  private final ToolDeclaration declaration;

  /**
   * @param remoteName what the server calls it
   */
  McpTool(McpServer server, String remoteName, ToolDeclaration declaration) {
    this.server = server;
    this.remoteName = remoteName;
    this.declaration = declaration;
  }

  @Override
  public ToolDeclaration declaration() {
    return declaration;
  }

  @Override
  public TenantScope tenants() {
    return server.tenants();
  }

  @Override
  public ToolOutcome call(ToolRequest request) throws Exception {
    return ToolAnswer.of(
        server.call(
            declaration,
            remoteName,
            arguments(request.arguments()),
            request.idempotencyKey(),
            request.progress()));
  }

  /** All tools of a server are as well as it is. */
  @Override
  public Optional<String> sharedBreaker() {
    return Optional.of(McpServers.breaker(server.name()));
  }

  /** The values stay trees, which keep their numbers exact. */
  private static Map<String, Object> arguments(JsonNode arguments) {
    Map<String, Object> members = new LinkedHashMap<>();
    arguments.properties().forEach(member -> members.put(member.getKey(), member.getValue()));
    return members;
  }
}
