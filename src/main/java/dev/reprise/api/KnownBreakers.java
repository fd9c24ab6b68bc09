package dev.reprise.api;

import dev.reprise.mcp.McpServers;
import dev.reprise.model.ChatModels;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.BreakerTable;
import dev.reprise.tool.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * The breakers of what is installed here, and those that the database has. What the database does
 * not have is closed: a breaker is written down when it first opens.
 */
@ApplicationScoped
class KnownBreakers {

  @Inject DataSource database;
  @Inject ChatModels models;
  @Inject ToolCatalogue tools;
  @Inject McpServers servers;

  /** Returns those of all tenants. */
  public SortedMap<BreakerKey, BreakerState> states() throws SQLException {
    SortedMap<BreakerKey, BreakerState> states = new TreeMap<>();
    models.names().forEach(it -> states.put(BreakerKey.model(it), BreakerState.CLOSED));
    tools.tenants().keySet().stream()
        .filter(it -> tools.find(it).isPresent()) // a control tool is never called
        .forEach(it -> states.put(BreakerKey.tool(tools.breaker(it)), BreakerState.CLOSED));
    states.putAll(new BreakerTable(database).all());
    return states;
  }

  /** Returns those that a tenant may know of: not those of other tenants' MCP servers. */
  public SortedMap<BreakerKey, BreakerState> states(String tenant) throws SQLException {
    SortedMap<BreakerKey, BreakerState> states = states();
    states.keySet().removeIf(key -> !isFor(tenant, key));
    return states;
  }

  private boolean isFor(String tenant, BreakerKey key) {
    return switch (key.kind()) {
      case MODEL -> true;
      case TOOL -> servers.tenants(key.name()).includes(tenant);
    };
  }

  /** Closes a breaker for all servers; they learn it within a second. */
  public BreakerState reset(BreakerKey key) throws SQLException {
    return new BreakerTable(database).reset(key);
  }
}
