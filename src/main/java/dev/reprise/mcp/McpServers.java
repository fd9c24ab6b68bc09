package dev.reprise.mcp;

import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.settings.McpServersFile;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.Sleeper;
import dev.reprise.tool.call.ExpectedTools;
import dev.reprise.tool.call.ToolCatalogue;
import dev.reprise.tool.call.ToolSource;
import dev.reprise.tool.secret.WithheldTool;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;

/**
 * The MCP servers whose tools this server offers: those in the {@linkplain McpServersFile file} of
 * the operator; none if there is none.
 *
 * <p>This server connects to them after its start and does not wait for them. A server has no tools
 * here until its first connection, and keeps the tools that it listed last when it is lost.
 */
@ApplicationScoped
public class McpServers implements ToolSource {

  private static final String BREAKER = "mcp.";

  private List<McpServer> servers = List.of();
  private TenantScope unnamed = TenantScope.NONE;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the file is wrong; says why
   */
  @Inject
  McpServers(
      Config config,
      ToolCatalogue catalogue,
      Redaction redaction,
      AcceptedDeclarations known,
      ThreadFactory threads,
      Clock clock) {
    unnamed = TenantScope.ofUnnamed(config);
    var context =
        new ClientContext(
            threads,
            clock,
            Sleeper.SLEEP,
            RandomGenerator.of("L64X128MixRandom"),
            redaction,
            known,
            ClientContext.Waits.DEFAULT);
    List<McpServerSettings> all = McpServersFile.read(config);
    redaction.learn(all.stream().flatMap(server -> server.secrets().stream()).toList());
    servers =
        all.stream()
            .map(
                settings ->
                    new McpServer(
                        settings,
                        context,
                        (tools, withheld) ->
                            catalogue.offer(
                                source(settings.name()),
                                tools,
                                withheld(withheld, settings.tenants()))))
            .toList();
  }

  private static String source(String server) {
    return "mcp/" + server;
  }

  /**
   * Names servers only to the tenants that have them; a server that names none is for no tenant.
   */
  @Override
  public Map<String, ExpectedTools> expected() {
    return servers.stream()
        .collect(
            Collectors.toMap(
                server -> source(server.name()),
                server ->
                    new ExpectedTools(
                        McpToolNames.prefix(server.name()),
                        server.tenants(),
                        "MCP server '%s' has not listed its tools since the start of this server"
                            .formatted(server.name()))));
  }

  static Map<String, WithheldTool> withheld(Map<String, String> reasons, TenantScope tenants) {
    return reasons.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey, reason -> new WithheldTool(reason.getValue(), tenants)));
  }

  /**
   * Returns whether other tenants have a server of this name, too, and a tenant must not decide for
   * them. The admins of {@code default} administer the server for all.
   */
  public boolean isOfOthers(String tenant, String server) {
    return !tenant.equals(TenantScope.DEFAULT)
        && servers.stream()
            .filter(it -> it.name().equals(server) && it.tenants().includes(tenant))
            .anyMatch(it -> !new TenantScope(Set.of(tenant)).covers(it.tenants()));
  }

  /**
   * Accepts the present declaration of a tool by a tenant's server, so that agents can use it
   * again.
   *
   * @param tool the declaration that a person has checked
   * @param who that person
   * @return false if no such declaration is quarantined, or the servers file decides about the tool
   * @throws NoSuchElementException if the tenant has no such server
   * @throws DatabaseException if the database fails
   */
  public boolean acknowledge(String tenant, String server, QuarantinedDigest tool, String who) {
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
   * @param tool the tool's name here
   */
  public record QuarantinedDigest(String tool, String digest) {}

  /** Starts to connect. The call makes the bean, so that a wrong file stops the start. */
  void start(@Observes Startup unused) {
    servers.forEach(McpServer::start);
  }

  /** Returns the states of a tenant's servers, in the order of their configuration. */
  public List<McpServerState> states(String tenant) {
    return servers.stream()
        .filter(it -> it.tenants().includes(tenant))
        .map(McpServer::state)
        .toList();
  }

  /** Returns the names of the servers that must name their tenants and do not. */
  public List<String> withoutTenants() {
    return servers.stream()
        .filter(it -> it.tenants().equals(TenantScope.NONE))
        .map(McpServer::name)
        .toList();
  }

  /**
   * Returns the tenants of a tool's breaker. A breaker that the tools of a server share has the
   * server's tenants. A server that is not configured here names no tenants.
   */
  public TenantScope tenants(String breaker) {
    if (!breaker.startsWith(BREAKER)) {
      return TenantScope.ALL;
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

  /** Ends all connections in parallel: a process may take seconds to end. */
  @PreDestroy
  void stop() {
    servers.forEach(McpServer::beginToClose);
    servers.forEach(McpServer::close);
  }
}
