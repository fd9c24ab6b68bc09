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
 * Stops the start of a server that divides its users into tenants, as long as a workspace, a data
 * source, a secret, an agent or an MCP server does not say which tenants it is for. All of them are
 * named at once.
 */
@ApplicationScoped
class TenantBindingCheck {

  @Inject Workspaces workspaces;
  @Inject SqlSources sources;
  @Inject ToolSecrets secrets;
  @Inject AgentCatalogue agents;
  @Inject McpServers servers;

  /**
   * Comes before connections are made to MCP servers.
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
          "%s is set, so that these have to be set as well, to a list of tenants or to '*' for all of them: %s"
              .formatted(TenantScope.PATTERN, String.join("; ", unowned)));
    }
  }
}
