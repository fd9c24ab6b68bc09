package dev.reprise.api.submission;

import dev.reprise.definition.AgentCatalogue;
import dev.reprise.mcp.McpServers;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.Workspaces;
import dev.reprise.tool.secret.ToolSecrets;
import dev.reprise.tool.sql.SqlSources;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;

/**
 * Stops the start of a server with tenants while a workspace, a data source, a secret, an agent or
 * an MCP server does not say which tenants it is for. The message names all of them.
 */
@ApplicationScoped
class TenantBindingCheck {

  private final Workspaces workspaces;
  private final SqlSources sources;
  private final ToolSecrets secrets;
  private final AgentCatalogue agents;
  private final McpServers servers;

  @Inject
  TenantBindingCheck(
      Workspaces workspaces,
      SqlSources sources,
      ToolSecrets secrets,
      AgentCatalogue agents,
      McpServers servers) {
    this.workspaces = workspaces;
    this.sources = sources;
    this.secrets = secrets;
    this.agents = agents;
    this.servers = servers;
  }

  /**
   * Runs before the server connects to MCP servers.
   *
   * @throws IllegalArgumentException if something names no tenants; says what, and what to set
   */
  void check(@Observes @Priority(1) Startup unused) {
    List<String> unowned = new ArrayList<>(workspaces.withoutTenants());
    unowned.addAll(sources.withoutTenants());
    unowned.addAll(secrets.withoutTenants());
    agents
        .withoutTenants()
        .forEach(source -> unowned.add("member 'tenants' of the agent in " + source));
    servers
        .withoutTenants()
        .forEach(name -> unowned.add("member 'tenants' of the MCP server " + name));
    if (!unowned.isEmpty()) {
      throw new IllegalArgumentException(
          "%s is set, so these must be set as well, to a list of tenants or to '*' for all tenants: %s"
              .formatted(TenantScope.PATTERN, String.join("; ", unowned)));
    }
  }
}
