package dev.reprise.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.Build;
import dev.reprise.server.JsonClient;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;

/** A server with the model, tools and agents of the benchmarks, and with its API in plain HTTP. */
record BenchServer(ServerProcess process, Runs runs) implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofMinutes(20);
  private static final Set<String> ACTIVE = Set.of("QUEUED", "RUNNING");

  /** The JVM options of the server's configuration and no others. */
  static final ServerOptions PRODUCTION =
      new ServerOptions(Map.of(), List.of(), ServerOptions.DEFAULT.users(), List.of(), List.of());

  private static final boolean PROFILED = Boolean.getBoolean("bench.profile");

  /** Samples processor time and records every wait for the database, the disk and other threads. */
  private static final String RECORDED =
      String.join(
          ",",
          "settings=profile",
          "jdk.CPUTimeSample#enabled=true",
          "jdk.CPUTimeSample#throttle=2ms",
          "jdk.SocketRead#threshold=0ms",
          "jdk.SocketRead#throttle=off",
          "jdk.FileWrite#threshold=0ms",
          "jdk.FileWrite#throttle=off",
          "jdk.FileForce#threshold=0ms",
          "jdk.FileForce#throttle=off",
          "jdk.ThreadPark#threshold=0ms");

  /** Creates a server on a new database; does not start it. */
  static BenchServer make(Bench bench, String name, ServerOptions options, BenchAgent... agents)
      throws Exception {
    return of(Build.current(), bench, name, options, agents);
  }

  /** Creates a server of another build on a new database; does not start it. */
  static BenchServer of(
      Build build, Bench bench, String name, ServerOptions options, BenchAgent... agents)
      throws Exception {
    String fullName = "bench-" + bench.database().name() + "-" + name;
    return of(build, fullName, bench.database().underServer(options, fullName), agents);
  }

  /** Creates a server on the database that its options name. */
  static BenchServer on(String name, ServerOptions options, BenchAgent... agents)
      throws IOException {
    return of(Build.current(), name, options, agents);
  }

  private static BenchServer of(
      Build build, String name, ServerOptions options, BenchAgent... agents) throws IOException {
    Path place = Files.createDirectories(Benchmarks.directory().resolve("agents").resolve(name));
    for (BenchAgent agent : agents) {
      Files.writeString(place.resolve(agent.name() + ".yaml"), agent.document());
    }
    var process =
        ServerProcess.named(
            name,
            build,
            RecordProtection.fromSystemProperties()
                .on(withJvmOptions(options, name))
                .with("REPRISE_AGENTS_DIR", place.toString())
                .with("REPRISE_WORKSPACES", "bench=" + place)
                .withBeans(
                    BenchModel.class,
                    Noise.class,
                    NoiseTool.class,
                    DoubtTool.class,
                    LookTool.class,
                    ActTool.class,
                    TelemetryOnTool.class,
                    TelemetryOffTool.class));
    return new BenchServer(process, new Runs(JsonClient.inPlainHttp(process, "operator")));
  }

  private static ServerOptions withJvmOptions(ServerOptions options, String name) {
    ServerOptions all = options;
    for (String option : System.getProperty("bench.jvm.options", "").split(" ")) {
      all = option.isEmpty() ? all : all.withJvmOption(option);
    }
    Path recording = Benchmarks.directory().resolve(name + ".jfr");
    return PROFILED
        ? all.withJvmOption(
            "-XX:StartFlightRecording=%s,filename=%s".formatted(RECORDED, recording))
        : all;
  }

  Duration start() {
    return process.start();
  }

  UUID submit(BenchAgent agent) {
    return runs.submit(agent.name(), "bench", JsonNodeFactory.instance.objectNode());
  }

  /** Submits a run of a user, who need not be of the tenant of the others. */
  UUID submitAs(String user, BenchAgent agent) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("agent", agent.name()).put("workspace", "bench").putObject("input");
    return UUID.fromString(
        runs.http().as(user).change("POST", "api/v1/runs", body).path("id").asText());
  }

  /**
   * Submits a run and waits for its end. It rarely asks whether the run has ended, because the
   * answer costs the server as much as some steps do.
   */
  UUID carryOut(BenchAgent agent) {
    UUID run = submit(agent);
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofSeconds(1))
        .ignoreException(UncheckedIOException.class)
        .until(() -> !ACTIVE.contains(runs.status(run)));
    return run;
  }

  /**
   * Returns the events of a run's journal.
   *
   * @throws IllegalStateException if the run was not completed
   */
  RecordedRun completed(UUID run) {
    RecordedRun recorded = runs.read(run);
    if (!recorded.has("run.completed")) {
      throw new IllegalStateException("run %s ended by %s".formatted(run, recorded.last()));
    }
    return recorded;
  }

  /** Waits until no run of an agent is queued or working. */
  void awaitIdle(BenchAgent agent) {
    Awaitility.await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(200))
        .ignoreException(UncheckedIOException.class) // a busy server may refuse a connection
        .until(() -> isIdle(agent));
  }

  boolean isIdle(BenchAgent agent) {
    return newest(agent, "QUEUED").isEmpty() && newest(agent, "RUNNING").isEmpty();
  }

  /** Returns how many events an agent's newest running run has; 0 if none is running. */
  long lastSequence(BenchAgent agent) {
    return newest(agent, "RUNNING").path(0).path("lastSequence").asLong();
  }

  /** Returns an agent's newest run with this status as the list shows it, in an array. */
  JsonNode newest(BenchAgent agent, String status) {
    String path = "api/v1/runs?limit=1&agent=%s&status=%s".formatted(agent.name(), status);
    return runs.http().get(path).path("items");
  }

  /** Returns the server's process, for inspection while it runs. */
  Jvm jvm() {
    return new Jvm(process.pid());
  }

  @Override
  public void close() {
    if (PROFILED) {
      process.stop(); // a killed process leaves no recording
    }
    process.close();
  }
}
