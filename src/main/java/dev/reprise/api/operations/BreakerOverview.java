package dev.reprise.api.operations;

import dev.reprise.definition.AgentCatalogue;
import dev.reprise.mcp.McpServers;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.BreakerTable;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The breakers of what is installed on this server, and those in the database. A breaker that is
 * not in the database is closed, because it is stored when it first opens.
 */
@ApplicationScoped
public class BreakerOverview {

  private final Database database;
  private final ChatModels models;
  private final ToolCatalogue tools;
  private final McpServers servers;
  private final AgentCatalogue agents;

  @Inject
  BreakerOverview(
      Database database,
      ChatModels models,
      ToolCatalogue tools,
      McpServers servers,
      AgentCatalogue agents) {
    this.database = database;
    this.models = models;
    this.tools = tools;
    this.servers = servers;
    this.agents = agents;
  }

  /** Returns the breakers of the providers, which all tenants share. */
  public SortedMap<BreakerKey, BreakerState> ofProviders() {
    SortedMap<BreakerKey, BreakerState> states = new TreeMap<>();
    models.names().forEach(it -> states.put(BreakerKey.model(it), BreakerState.CLOSED));
    states.putAll(new BreakerTable(database).all());
    states.keySet().removeIf(key -> key.kind() != BreakerKey.Kind.MODEL);
    return states;
  }

  /** Returns the breakers that apply to calls of a tenant. */
  public SortedMap<BreakerKey, BreakerState> states(String tenant) {
    SortedMap<BreakerKey, BreakerState> states = new TreeMap<>();
    models.names().forEach(it -> states.put(BreakerKey.model(it), BreakerState.CLOSED));
    tools.names(tenant).stream()
        .filter(it -> tools.find(tenant, it).isPresent()) // a control tool is never called
        .forEach(it -> states.put(BreakerKey.tool(tenant, tools.breaker(it)), BreakerState.CLOSED));
    agents
        .list(tenant)
        .forEach(it -> states.put(BreakerKey.workflow(tenant, it.name()), BreakerState.CLOSED));
    states.putAll(new BreakerTable(database).all());
    states.keySet().removeIf(key -> !isFor(tenant, key));
    return states;
  }

  /** The database may have more: the tenant's breakers of an MCP server that it no longer has. */
  private boolean isFor(String tenant, BreakerKey key) {
    return switch (key.kind()) {
      case MODEL -> true;
      case WORKFLOW -> key.isFor(tenant);
      case TOOL -> key.isFor(tenant) && servers.tenants(key.name()).includes(tenant);
    };
  }

  /** Closes a breaker for all servers, which see this within a second. */
  public BreakerState reset(BreakerKey key) {
    return new BreakerTable(database).reset(key);
  }
}
