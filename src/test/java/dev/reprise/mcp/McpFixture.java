package dev.reprise.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.ToolOutcome;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.mcp.ClientContext.Waits;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.mcp.settings.McpServerSettings.ToolSettings;
import dev.reprise.mcp.settings.SecretValues;
import dev.reprise.platform.Json;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.resilience.Fence;
import dev.reprise.resilience.Sleeper;
import dev.reprise.tool.CallProgress;
import dev.reprise.tool.TestCalls;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolFixture;
import dev.reprise.tool.ToolRequest;
import dev.reprise.tool.Workspace;
import dev.reprise.tool.call.ToolCatalogue;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** One server under test, with what it offers. Its rests are short. */
final class McpFixture implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Of a rest of a second, which is the first. */
  private static final int QUICKER = 20;

  private static final Waits WAITS = waits(Waits.DEFAULT.forPing(), Waits.DEFAULT.betweenPolls());

  final McpServer server;
  private volatile Map<String, Tool> tools = Map.of();
  private final AtomicInteger offers = new AtomicInteger();
  private final AtomicInteger calls = new AtomicInteger();

  McpFixture(McpServerSettings settings) {
    this(settings, ToolFixture.catalogue(List.of()));
  }

  McpFixture(McpServerSettings settings, ToolCatalogue catalogue) {
    this(settings, catalogue, nothingKnownOf(settings.name()));
  }

  McpFixture(McpServerSettings settings, ToolCatalogue catalogue, AcceptedDeclarations known) {
    this(settings, catalogue, known, Clock.systemUTC());
  }

  McpFixture(
      McpServerSettings settings,
      ToolCatalogue catalogue,
      AcceptedDeclarations known,
      Clock clock) {
    this(settings, catalogue, known, clock, WAITS);
  }

  McpFixture(
      McpServerSettings settings,
      ToolCatalogue catalogue,
      AcceptedDeclarations known,
      Clock clock,
      Waits waits) {
    var redaction = Redaction.none();
    redaction.learn(settings.secrets());
    Sleeper quick = wait -> Thread.sleep(wait.dividedBy(QUICKER));
    server =
        new McpServer(
            settings,
            new ClientContext(
                work -> Thread.ofPlatform().daemon().unstarted(work),
                clock,
                quick,
                RandomGenerator.getDefault(),
                redaction,
                known,
                waits),
            (offered, withheld) -> {
              catalogue.offer(
                  settings.name(), offered, McpServers.withheld(withheld, settings.tenants()));
              take(offered);
            });
    server.start();
  }

  static Waits waits(Duration forPing, Duration betweenPolls) {
    return new Waits(forPing, Duration.ofMillis(50), Waits.DEFAULT.forConnection(), betweenPolls);
  }

  /** Returns waits of which calls wait for a connection no longer than this. */
  static Waits waits(Duration forConnection) {
    return new Waits(WAITS.forPing(), WAITS.betweenListings(), forConnection, WAITS.betweenPolls());
  }

  /** Returns what is known after a server was never seen. */
  static AcceptedDeclarations nothingKnownOf(String server) {
    var database = new Database(TestDatabases.derby());
    database.update("DELETE FROM mcp_tool WHERE server = ?", server);
    return new AcceptedDeclarations(database, Clock.systemUTC());
  }

  private void take(Collection<? extends Tool> offered) {
    Map<String, Tool> byName = new TreeMap<>();
    offered.forEach(tool -> byName.put(tool.declaration().name(), tool));
    tools = byName;
    offers.incrementAndGet();
  }

  static McpServerSettings settings(String name, Endpoint endpoint) {
    return new McpServerSettings(
        name,
        endpoint,
        false,
        EffectClass.ONCE,
        Duration.ofSeconds(10),
        ToolDeclaration.RESULT_LIMIT,
        Map.of());
  }

  static McpServerSettings trusted(String name, Endpoint endpoint) {
    return new McpServerSettings(
        name,
        endpoint,
        true,
        EffectClass.ONCE,
        Duration.ofSeconds(10),
        ToolDeclaration.RESULT_LIMIT,
        Map.of());
  }

  static McpServerSettings with(McpServerSettings settings, Map<String, ToolSettings> tools) {
    return new McpServerSettings(
        settings.name(),
        settings.endpoint(),
        settings.trusted(),
        settings.effect(),
        settings.timeout(),
        settings.resultLimit(),
        tools);
  }

  static Endpoint.Stdio process(List<String> command) {
    return process(command, Map.of());
  }

  static Endpoint.Stdio process(List<String> command, Map<String, String> environment) {
    return new Endpoint.Stdio(command, SecretValues.of(environment), Optional.empty());
  }

  McpFixture connected() {
    return until(McpServerState.Status.CONNECTED);
  }

  McpFixture until(McpServerState.Status status) {
    await().atMost(PATIENCE).until(() -> server.state().status() == status);
    return this;
  }

  Map<String, Tool> tools() {
    return tools;
  }

  int offers() {
    return offers.get();
  }

  Tool tool(String name) {
    assertThat(tools).containsKey(name);
    return Objects.requireNonNull(tools.get(name));
  }

  ToolOutcome call(String name, Map<String, Object> arguments) throws Exception {
    return tool(name).call(request(name, arguments, CallProgress.UNHEARD));
  }

  /** Returns what the call told, each as "done of total". */
  List<String> callTellingProgress(String name, Map<String, Object> arguments) throws Exception {
    List<String> told = new CopyOnWriteArrayList<>();
    tool(name)
        .call(
            request(
                name,
                arguments,
                (done, total, message) -> told.add(done + " of " + total.orElseThrow())));
    return told;
  }

  ToolRequest request(String name, Map<String, Object> arguments, CallProgress progress) {
    return request(name, arguments, progress, Fence.OPEN);
  }

  ToolRequest request(
      String name, Map<String, Object> arguments, CallProgress progress, Fence fence) {
    return new ToolRequest(
        Json.mapper().valueToTree(arguments),
        new ToolRequest.Keys("run/phase/1/c" + calls.incrementAndGet(), "external-" + calls.get()),
        new Workspace(Path.of("target")),
        TestCalls.origin(name),
        progress,
        fence,
        List.of(),
        ToolDeclaration.RESULT_LIMIT);
  }

  static String text(ToolOutcome outcome) {
    assertThat(outcome).isInstanceOf(ToolOutcome.Succeeded.class);
    return ((ToolOutcome.Succeeded) outcome).content();
  }

  static Failure failure(ToolOutcome outcome) {
    assertThat(outcome).isInstanceOf(ToolOutcome.Failed.class);
    return ((ToolOutcome.Failed) outcome).failure();
  }

  @Override
  public void close() {
    server.close();
  }
}
