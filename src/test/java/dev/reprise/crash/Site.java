package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/** A server with the agents and tools of these tests, and a workspace that outlives it. */
final class Site implements AutoCloseable {

  /** Generous, because several builds may share the machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  /**
   * Agents whose effects are lines in files of the workspace, and tools that hang after their
   * effect.
   */
  static final ServerOptions FILES =
      ServerOptions.DEFAULT
          .with("REPRISE_AGENTS_DIR", agents("files").toString())
          .withBeans(
              Hold.class,
              HoldOnce.class,
              HoldAgain.class,
              HoldUntilOpen.class,
              HoldLooking.class,
              Poison.class,
              Fickle.class,
              Changeable.class,
              Limited.class,
              Faulty.class,
              Leak.class,
              HoldUndoing.class);

  private final String name;
  private final Path workspace;
  private final ServerProcess server;
  private final Runs runs;
  private final Jobs jobs;

  private Site(String name, Path workspace, ServerProcess server) {
    this.name = name;
    this.workspace = workspace;
    this.server = server;
    this.runs = Runs.of(server);
    this.jobs = Jobs.of(server);
  }

  static Site named(String name) {
    return named(name, FILES);
  }

  static Site named(String name, ServerOptions options) {
    try {
      return at(Files.createTempDirectory("reprise-" + name + "-").toRealPath(), name, options);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns another server that works in the same workspace. */
  Site beside(String name, ServerOptions options) {
    return at(workspace, name, options);
  }

  private static Site at(Path workspace, String name, ServerOptions options) {
    return new Site(
        name,
        workspace,
        ServerProcess.named(name, options.with("REPRISE_WORKSPACES", "effects=" + workspace)));
  }

  /** Returns a directory of agents among the tests' resources. */
  static Path agents(String name) {
    try {
      return Path.of(Site.class.getResource("/crash/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether this server holds a run. */
  boolean holds(Runs.Standing run) {
    return run.holder().contains("/" + name + "/");
  }

  ServerProcess server() {
    return server;
  }

  Runs runs() {
    return runs;
  }

  Jobs jobs() {
    return jobs;
  }

  /**
   * Submits a run.
   *
   * @param effects the run's input: where its calls write their lines
   */
  UUID submit(String agent, String effects) {
    return submit(agent, JsonNodeFactory.instance.objectNode().put("effects", effects));
  }

  /** Submits a run of an agent that needs no input. */
  UUID submit(String agent) {
    return submit(agent, JsonNodeFactory.instance.objectNode());
  }

  UUID submit(String agent, ObjectNode input) {
    return runs.submit(agent, "effects", input);
  }

  /** Returns the file of this name in the workspace. */
  Path file(String name) {
    return workspace.resolve(name);
  }

  /** Returns the lines that calls have written to a file of the workspace. */
  List<String> effects(String name) {
    try {
      return Files.exists(file(name)) ? Files.readAllLines(file(name)) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until calls have written this many lines to a file of the workspace. */
  void awaitEffects(String name, int count) {
    await().atMost(PATIENCE).until(() -> effects(name).size() == count);
  }

  /** Waits until a run's journal meets a condition, and returns the journal. */
  RecordedRun awaitRecord(UUID run, Predicate<RecordedRun> condition) {
    return await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> runs.read(run), condition);
  }

  /** Waits until a run has this status, and returns its journal. */
  RecordedRun awaitStatus(UUID run, String status) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .untilAsserted(
            () ->
                assertThat(runs.status(run)).as(() -> runs.read(run).toString()).isEqualTo(status));
    return runs.read(run);
  }

  /** Waits until a run has a job, and the newest has this batch status, and returns it. */
  Jobs.Job awaitJob(UUID run, String status) {
    return await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .until(
            () -> jobs.of(run).stream().limit(1).toList(),
            newest -> newest.stream().anyMatch(job -> job.status().equals(status)))
        .getFirst();
  }

  /**
   * Waits until a job has ended, in whatever way, and returns it. The batch administration shows a
   * job as soon as its step has begun.
   */
  Jobs.Job awaitEnd(long job) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(jobs.get(job)).matches(it -> !it.isOpen(), "has ended"));
    return jobs.get(job);
  }

  /**
   * Returns a metric of the server, which must be started with its page of metrics.
   *
   * @param name with attributes, as on that page
   */
  double metric(String name) {
    return runs.http()
        .as("auditor")
        .ask("api/v1/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no metric " + name));
  }

  @Override
  public void close() {
    server.close();
  }
}
