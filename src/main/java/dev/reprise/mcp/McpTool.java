package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolRequest;
import java.util.Optional;

/** A tool of a server, under its name here. */
final class McpTool implements Tool {

  private final McpServer server;
  private final String remoteName;
  private final RemoteDeclaration remote;
  private final ToolDeclaration declaration;

  /**
   * @param tool the server's declaration
   * @param declaration the declaration here
   */
  McpTool(McpServer server, ListedTool tool, ToolDeclaration declaration) {
    this.server = server;
    this.remoteName = tool.name();
    this.remote = RemoteDeclaration.of(declaration.name(), tool);
    this.declaration = declaration;
  }

  /** Returns the name at the server. */
  String remoteName() {
    return remoteName;
  }

  /** Returns what the server declares. */
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
    JsonNode result =
        server.call(
            declaration,
            remoteName,
            request.arguments(),
            new McpServer.Calling(request.externalKey(), request.fence(), request.progress()));
    McpResultMapper.cost(result).ifPresent(request.progress()::cost);
    return McpResultMapper.of(result);
  }

  /** The tools of a server fail together, so they share a breaker. */
  @Override
  public Optional<String> sharedBreaker() {
    return Optional.of(McpServers.breaker(server.name()));
  }
}
