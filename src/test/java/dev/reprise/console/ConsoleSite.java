package dev.reprise.console;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.bean.HoldAgainTool;
import dev.reprise.crash.fixture.bean.HoldOnceTool;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.crash.fixture.bean.HoldUndoingTool;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A server with the agents and tools of these tests, and a workspace that outlives it. */
final class ConsoleSite implements AutoCloseable {

  /** Where a viewer has its traces, each by its id. */
  static final String TRACES = "https://traces.example.org/trace/";

  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Path workspace;
  private final Path agents;
  private final ServerProcess server;
  private final Runs runs;

  private ConsoleSite(Path workspace, Path agents, ServerProcess server) {
    this.workspace = workspace;
    this.agents = agents;
    this.server = server;
    this.runs = Runs.of(server);
  }

  static ConsoleSite named(String name) {
    return named(name, options -> options);
  }

  /**
   * Creates a site that has more than the others.
   *
   * @param more adds to the options of its server
   * @param documents of further agents, among the tests' resources
   */
  static ConsoleSite named(String name, UnaryOperator<ServerOptions> more, String... documents) {
    try {
      Path workspace = Files.createTempDirectory("reprise-" + name + "-").toRealPath();
      Path agents = Files.createTempDirectory("reprise-" + name + "-agents-").toRealPath();
      try (Stream<Path> common = Files.list(agents())) {
        for (Path document : common.toList()) {
          Files.copy(document, agents.resolve(document.getFileName()));
        }
      }
      for (String document : documents) {
        Path further = resource(document);
        Files.copy(further, agents.resolve(further.getFileName()));
      }
      var options =
          options(workspace)
              .with("REPRISE_AGENTS_DIR", agents.toString())
              .with("REPRISE_RELOAD", "polled");
      return new ConsoleSite(workspace, agents, ServerProcess.named(name, more.apply(options)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ServerOptions options(Path workspace) {
    return ServerOptions.DEFAULT
        .with("REPRISE_AGENTS_DIR", agents().toString())
        .with("REPRISE_WORKSPACES", "effects=" + workspace)
        .withJvmOption("-Dreprise.budgets.agent.steps.day-tokens=1000000")
        .with("REPRISE_TELEMETRY_TRACE_LINK", TRACES + "{traceId}")
        .withUser("second", "approvers")
        .with("REPRISE_RECORD_MAX_BYTES", Integer.toString(2 * LongLineTool.LENGTH))
        .withBeans(
            HoldTool.class,
            HoldAgainTool.class,
            HoldOnceTool.class,
            HoldUndoingTool.class,
            LongLineTool.class);
  }

  private static Path agents() {
    return resource("/console/agents");
  }

  static Path resource(String name) {
    try {
      return Path.of(ConsoleSite.class.getResource(name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  ServerProcess server() {
    return server;
  }

  Runs runs() {
    return runs;
  }

  /** Returns what the API says to an operator. */
  JsonNode get(String path) {
    return runs.http().get("api/v1/" + path);
  }

  /** Returns the document of an agent, which a test may change. */
  Path agent(String name) {
    return agents.resolve(name + ".yaml");
  }

  /** Returns a file of the workspace. */
  Path file(String name) {
    return workspace.resolve(name);
  }

  /** Submits a run whose calls leave their lines in a file of the workspace. */
  UUID submit(String agent, String effects) {
    return submit(agent, JsonNodeFactory.instance.objectNode().put("effects", effects));
  }

  UUID submit(String agent, ObjectNode input) {
    return runs.submit(agent, "effects", input);
  }

  /** Waits until a run has a status. */
  void awaitStatus(UUID run, String status) {
    await().atMost(PATIENCE).until(() -> runs.status(run), status::equals);
  }

  /** Waits until the results of this many calls of a run are recorded. */
  void awaitCalls(UUID run, int count) {
    await().atMost(PATIENCE).until(() -> runs.read(run).count("tool-call.completed") == count);
  }

  /** Waits until a call of a run has begun, by the line that it leaves. */
  void awaitEffects(String file) {
    await().atMost(PATIENCE).until(() -> Files.exists(file(file)));
  }

  @Override
  public void close() {
    server.close();
  }
}
