package dev.reprise.mcp;

import dev.reprise.platform.TenantScope;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.Sleeper;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.secret.WithheldTool;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;

/**
 * The MCP servers whose tools this server offers: those in the file that the property {@value
 * McpServersFile#PROPERTY} names; none if it is not set.
 *
 * <p>They are connected to behind the start, which waits for none of them: a server that is away
 * has no tools until it is there, and keeps those that were last seen when it goes.
 */
@ApplicationScoped
public class McpServers {

  private static final String BREAKER = "mcp.";

  private List<McpServer> servers = List.of();
  private TenantScope unnamed = TenantScope.NOBODY;

  /** For the container's proxy. */
  McpServers() {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the file cannot be used; says why
   */
  @Inject
  McpServers(
      Config config,
      ToolCatalogue catalogue,
      Redaction redaction,
      KnownTools known,
      ThreadFactory threads,
      Clock clock) {
    unnamed = TenantScope.ofUnnamed(config);
    var surroundings =
        new ClientContext(
            threads,
            clock,
            Sleeper.SLEEP,
            RandomGenerator.of("L64X128MixRandom"),
            redaction,
            known);
    List<McpServerSettings> all =
        config
            .getOptionalValue(McpServersFile.PROPERTY, String.class)
            .map(file -> McpServersFile.read(Path.of(file), config))
            .orElse(List.of());
    redaction.learn(all.stream().flatMap(server -> server.secrets().stream()).toList());
    servers =
        all.stream()
            .map(
                settings ->
                    new McpServer(
                        settings,
                        surroundings,
                        (tools, withheld) ->
                            catalogue.offer(
                                "mcp/" + settings.name(),
                                tools,
                                withheld(withheld, settings.tenants()))))
            .toList();
  }

  static Map<String, WithheldTool> withheld(Map<String, String> reasons, TenantScope tenants) {
    return reasons.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, reason -> new WithheldTool(reason.getValue(), tenants)));
  }

  /**
   * Takes what a tenant's server declares of a tool now for true, so that agents get it again.
   *
   * @param tool the declaration that a person has looked at
   * @param who that is
   * @return false if no tool is quarantined so, or the servers file decides about it
   * @throws NoSuchElementException if the tenant has no such server
   * @throws SQLException if the database fails
   */
  public boolean acknowledge(String tenant, String server, QuarantinedDigest tool, String who)
      throws SQLException {
    McpServer named =
        servers.stream()
            .filter(it -> it.tenants().includes(tenant) && it.name().equals(server))
            .findFirst()
            .orElseThrow();
    return named.acknowledge(tool.tool(), tool.digest(), who);
  }

  /**
   * A declaration of a tool.
   *
   * @param tool its name here
   */
  public record QuarantinedDigest(String tool, String digest) {}

  /** Stops the start if the file cannot be used, which making this bean finds out. */
  void start(@Observes Startup unused) {
    servers.forEach(McpServer::start);
  }

  /** Returns where a tenant's servers stand, in the order of their configuration. */
  public List<McpServerState> states(String tenant) {
    return servers.stream()
        .filter(it -> it.tenants().includes(tenant))
        .map(McpServer::state)
        .toList();
  }

  /** Returns the names of the servers that have to say which tenants they are for, and do not. */
  public List<String> withoutTenants() {
    return servers.stream()
        .filter(it -> it.tenants().equals(TenantScope.NOBODY))
        .map(McpServer::name)
        .toList();
  }

  /**
   * Returns the tenants that a tool's breaker is for: of one that the tools of a server share,
   * those of that server. A server that is not here, or is no more, names none.
   */
  public TenantScope tenants(String breaker) {
    if (!breaker.startsWith(BREAKER)) {
      return TenantScope.EVERYBODY;
    }
    return servers.stream()
        .filter(it -> breaker(it.name()).equals(breaker))
        .map(McpServer::tenants)
        .findFirst()
        .orElse(unnamed);
  }

  /** Returns the name of the breaker that all tools of a server share. */
  static String breaker(String server) {
    return BREAKER + server;
  }

  /** Returns whether there may be tools in a moment that are not there yet. */
  public boolean areConnecting() {
    return servers.stream().anyMatch(it -> it.state().status() == McpServerState.Status.CONNECTING);
  }

  /** Ends all connections side by side: a process may take seconds to end. */
  @PreDestroy
  void stop() {
    servers.forEach(McpServer::beginToClose);
    servers.forEach(McpServer::close);
  }
}
