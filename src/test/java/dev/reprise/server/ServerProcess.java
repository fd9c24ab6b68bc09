package dev.reprise.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A server of a test's own: the real WAR in a real process that can be killed, and started again on
 * what it left behind.
 *
 * <p>It keeps its ports, users and data from its making until the same directory is made again. The
 * process ends at the latest with the JVM that started it.
 */
public final class ServerProcess implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofMinutes(1);
  private static final String APPLICATION_NOT_STARTED = "CWWKZ0012I";
  private static final int LINES_OF_LOG = 40;

  private final ServerDirectory directory;
  private final ServerOptions options;
  private final Credentials credentials;
  private final Ports ports = Ports.free();
  private final String keyStorePassword = Credentials.randomPassword();
  private final HttpClient client = Http.trustingClient();
  private @Nullable Process process;

  private ServerProcess(String name, ServerOptions options) {
    this.options = options;
    this.credentials =
        Credentials.random(
            Stream.concat(options.users().keySet().stream(), Stream.of("runner")).toList());
    this.directory =
        ServerDirectory.create(
            Build.target().resolve("server-processes").resolve(name), options, credentials);
    Runtime.getRuntime().addShutdownHook(new Thread(this::endWithThisJvm));
  }

  /** Makes a server under {@code target/server-processes/name}; it does not run yet. */
  public static ServerProcess named(String name) {
    return named(name, ServerOptions.DEFAULT);
  }

  /** Makes a server with options of its own; it does not run yet. */
  public static ServerProcess named(String name, ServerOptions options) {
    return new ServerProcess(name, options);
  }

  /**
   * Starts the server and waits until it is ready.
   *
   * @return how long that took
   * @throws IllegalStateException if it runs already, one of its ports is taken, or it does not
   *     become ready within two minutes; the message has the end of its log
   */
  public Duration start() {
    var stopwatch = Stopwatch.start();
    var launched = begin();
    while (!isReady()) {
      if (!launched.isAlive()) {
        throw new IllegalStateException("the server ended while starting\n" + lastLines());
      }
      if (stopwatch.elapsed().compareTo(START_LIMIT) > 0) {
        kill();
        throw new IllegalStateException("not ready within " + START_LIMIT + "\n" + lastLines());
      }
      pause();
    }
    return stopwatch.elapsed();
  }

  /**
   * Starts a server that ends by itself, ready or not, and waits until it has.
   *
   * @throws IllegalStateException if it still runs after two minutes; it is killed then
   */
  public void startToItsEnd() {
    awaitEnd(begin(), START_LIMIT);
  }

  /**
   * Starts a server that may end by itself, ready or not, and waits until it has or is no more to.
   *
   * @param over asked while the server is ready: whether it need not end any more
   * @return whether it ended
   * @throws IllegalStateException if neither comes about within two minutes; it is killed then
   */
  public boolean endsBefore(BooleanSupplier over) {
    var stopwatch = Stopwatch.start();
    var launched = begin();
    while (launched.isAlive()) {
      if (isReady() && isSo(over)) {
        return false;
      }
      if (stopwatch.elapsed().compareTo(START_LIMIT) > 0) {
        kill();
        throw new IllegalStateException("neither ended nor done\n" + lastLines());
      }
      pause();
    }
    return true;
  }

  private boolean isSo(BooleanSupplier over) {
    try {
      return over.getAsBoolean();
    } catch (UncheckedIOException e) {
      return false; // it ended meanwhile
    }
  }

  /**
   * Starts a server whose application cannot start, waits until the server says so, and ends it.
   *
   * @return what it wrote to its console
   * @throws IllegalStateException if it says nothing of the kind within two minutes
   */
  public String startInVain() {
    var stopwatch = Stopwatch.start();
    begin();
    while (!console().contains(APPLICATION_NOT_STARTED)) {
      if (stopwatch.elapsed().compareTo(START_LIMIT) > 0) {
        kill();
        throw new IllegalStateException("the application was not refused\n" + lastLines());
      }
      pause();
    }
    kill();
    return console();
  }

  private String console() {
    try {
      return Files.readString(directory.console());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until a server has ended that ends by itself.
   *
   * @throws IllegalStateException if it still runs after a minute; it is killed then
   */
  public void awaitEnd() {
    var running = process;
    if (running != null) {
      awaitEnd(running, STOP_LIMIT);
    }
  }

  private Process begin() {
    if (isAlive()) {
      throw new IllegalStateException("the server runs already, as process " + pid());
    }
    ports.requireFree();
    var launched = launch();
    process = launched;
    return launched;
  }

  /** Ends the process at once, as a crash would, and waits until it is gone. */
  public void kill() {
    var running = process;
    if (running != null) {
      running.destroyForcibly();
      awaitEnd();
    }
  }

  /**
   * Asks the server to stop, as an operator would, and waits until it has.
   *
   * @throws IllegalStateException if it has not stopped after a minute; it is killed then
   */
  public void stop() {
    var running = process;
    if (running != null) {
      running.destroy();
      awaitEnd();
    }
  }

  /** Has the process stand still in the middle of whatever it does, as a long pause would. */
  public void suspend() {
    Signals.send("STOP", pid());
  }

  /** Has the process go on after a {@link #suspend}, knowing nothing of it. */
  public void resume() {
    Signals.send("CONT", pid());
  }

  public boolean isAlive() {
    var running = process;
    return running != null && running.isAlive();
  }

  /**
   * Returns the id of the server's JVM.
   *
   * @throws IllegalStateException if it was never started
   */
  public long pid() {
    var running = process;
    if (running == null) {
      throw new IllegalStateException("the server was never started");
    }
    return running.pid();
  }

  /** Where it answers in plain HTTP, with a slash at the end. */
  public URI baseUri() {
    return URI.create("http://localhost:" + ports.http() + "/");
  }

  /** Where it answers in HTTPS, with a slash at the end; its certificate is its own. */
  public URI httpsUri() {
    return URI.create("https://localhost:" + ports.https() + "/");
  }

  public Credentials credentials() {
    return credentials;
  }

  /** The directory of all that the server has on disk: data, logs, configuration. */
  public Path directory() {
    return directory.root();
  }

  /** The directory of the server's data, which outlives its process. */
  public Path data() {
    return directory.data();
  }

  /** The server's log of its current start. */
  public Path log() {
    return directory.log();
  }

  /**
   * Writes what all threads do at the moment, virtual ones too, beside the server's log.
   *
   * @return where it stands
   */
  public Path dumpThreads() {
    Path dump = directory.log().resolveSibling("threads.txt");
    var command = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      new ProcessBuilder(
              command, Long.toString(pid()), "Thread.dump_to_file", "-overwrite", dump.toString())
          .start()
          .waitFor();
      return dump;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /** The end of what the server wrote to its console, for the message of a failed test. */
  public String lastLines() {
    try {
      List<String> lines = Files.readAllLines(directory.console());
      var end = lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size());
      return directory.console() + ":\n" + String.join("\n", end);
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  /** Kills the process if it still runs; its directory stays for whoever looks for the reason. */
  @Override
  public void close() {
    kill();
  }

  private Process launch() {
    var builder =
        new ProcessBuilder(directory.command())
            .directory(directory.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.console().toFile()));
    var environment = builder.environment();
    // The caller's own settings, for some other server, must not reach this one.
    environment.keySet().removeIf(name -> name.startsWith("REPRISE_") || name.startsWith("WLP_"));
    environment.remove("JVM_ARGS");
    environment.remove("JAVA_TOOL_OPTIONS");
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("WLP_USER_DIR", directory.root().toString());
    environment.put("keystore_password", keyStorePassword);
    environment.put("REPRISE_HTTP_PORT", Integer.toString(ports.http()));
    environment.put("REPRISE_HTTPS_PORT", Integer.toString(ports.https()));
    environment.put("REPRISE_DATA_DIR", directory.data().toString());
    environment.putAll(options.environment());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + directory.command(), e);
    }
  }

  private boolean isReady() {
    var request =
        HttpRequest.newBuilder(baseUri().resolve("health/ready"))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false; // not listening yet
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private void awaitEnd(Process running, Duration limit) {
    try {
      if (!running.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        running.destroyForcibly().waitFor();
        throw new IllegalStateException("had to be killed after " + limit + "\n" + lastLines());
      }
    } catch (InterruptedException e) {
      running.destroyForcibly();
      throw interrupted(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(Duration.ofMillis(100));
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private static IllegalStateException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new IllegalStateException("interrupted while waiting for the server", e);
  }

  private void endWithThisJvm() {
    var running = process;
    if (running != null) {
      running.destroyForcibly();
    }
  }
}
