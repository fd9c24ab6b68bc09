package dev.reprise.mcp;

import dev.reprise.resilience.Pause;
import dev.reprise.tool.ToolCatalogue;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.random.RandomGenerator;
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

  private List<McpServer> servers = List.of();

  /** For the container's proxy. */
  McpServers() {}

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the file cannot be used; says why
   */
  @Inject
  McpServers(Config config, ToolCatalogue catalogue, ThreadFactory threads, Clock clock) {
    var surroundings =
        new Surroundings(threads, clock, Pause.SLEEP, RandomGenerator.of("L64X128MixRandom"));
    servers =
        config
            .getOptionalValue(McpServersFile.PROPERTY, String.class)
            .map(file -> McpServersFile.read(Path.of(file), config))
            .orElse(List.of())
            .stream()
            .map(
                settings ->
                    new McpServer(
                        settings,
                        surroundings,
                        tools -> catalogue.offer("mcp/" + settings.name(), tools)))
            .toList();
  }

  /** Stops the start if the file cannot be used, which making this bean finds out. */
  void start(@Observes Startup unused) {
    servers.forEach(McpServer::start);
  }

  /** Returns where the servers stand, in the order of their configuration. */
  public List<ServerState> states() {
    return servers.stream().map(McpServer::state).toList();
  }

  /** Returns whether there may be tools in a moment that are not there yet. */
  public boolean areConnecting() {
    return states().stream().anyMatch(it -> it.status() == ServerState.Status.CONNECTING);
  }

  /** Ends all connections side by side: a process may take seconds to end. */
  @PreDestroy
  void stop() {
    servers.forEach(McpServer::beginToClose);
    servers.forEach(McpServer::close);
  }
}
