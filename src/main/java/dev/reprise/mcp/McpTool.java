package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A tool of a server, under the name that it has here. */
final class McpTool implements Tool {

  private final McpServer server;
  private final String remoteName;
  private final RemoteDeclaration remote;
  private final ToolDeclaration declaration;

  /**
   * @param tool as the server declares it
   * @param declaration as it is declared here
   */
  McpTool(McpServer server, McpSchema.Tool tool, ToolDeclaration declaration) {
    this.server = server;
    this.remoteName = tool.name();
    this.remote = RemoteDeclaration.of(declaration.name(), tool);
    this.declaration = declaration;
  }

  /** Returns what the server calls it. */
  String remoteName() {
    return remoteName;
  }

  /** Returns what the server says of it. */
  RemoteDeclaration remote() {
    return remote;
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
    return McpResultMapper.of(
        server.call(
            declaration,
            remoteName,
            arguments(request.arguments()),
            new McpServer.Calling(request.externalKey(), request.fence(), request.progress())));
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
