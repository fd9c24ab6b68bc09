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
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A test's own server: the real WAR in a real process. A test can kill it and start it again on the
 * data that it left.
 *
 * <p>A server keeps its ports, users and data until its directory is made again. The process ends
 * at the latest with the JVM that started it.
 */
public final class ServerProcess implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofMinutes(1);

  /** A bean was refused, or the deployment as a whole. */
  private static final Pattern APPLICATION_NOT_STARTED = Pattern.compile("CWWKZ0012I|CWWKZ0002E");

  private static final int LINES_OF_LOG = 40;

  private final ServerDirectory directory;
  private final ServerOptions options;
  private final Credentials credentials;
  private final Ports ports = Ports.free();
  private final String keyStorePassword;
  private final HttpClient client = Http.trustingClient();
  private @Nullable Process process;

  private ServerProcess(String name, Build build, ServerOptions options) {
    this.options = options;
    this.keyStorePassword =
        ServerDirectory.knownKeyStorePassword(build).orElseGet(Credentials::randomPassword);
    this.credentials =
        Credentials.random(
            Stream.concat(options.users().keySet().stream(), Stream.of("runner")).toList());
    this.directory =
        ServerDirectory.create(
            Build.current().ofFork("server-processes").resolve(name), build, options, credentials);
    Runtime.getRuntime().addShutdownHook(new Thread(this::endWithThisJvm));
  }

  /**
   * Creates a server in a directory of this name, below {@code target/server-processes} and the
   * fork; it does not run yet.
   */
  public static ServerProcess named(String name) {
    return named(name, ServerOptions.DEFAULT);
  }

  /** Creates a server with options of its own; it does not run yet. */
  public static ServerProcess named(String name, ServerOptions options) {
    return named(name, Build.current(), options);
  }

  /**
   * Creates a server of another build, for example of an earlier version; it does not run yet. The
   * beans of its options are the classes with these names that the other build has compiled.
   */
  public static ServerProcess named(String name, Build build, ServerOptions options) {
    return new ServerProcess(name, build, options);
  }

  /**
   * Starts the server and waits until it is ready.
   *
   * @return how long that took
   * @throws IllegalStateException if it runs already, one of its ports is taken, or it does not
   *     become ready within two minutes; the message contains the end of its log
   */
  public Duration start() {
    return startUntil(this::isReady);
  }

  /** Starts a server that is not to become ready, like {@link #start}, and waits until it lives. */
  public Duration startUntilLive() {
    return startUntil(() -> isUp("live"));
  }

  private Duration startUntil(BooleanSupplier isUp) {
    var stopwatch = Stopwatch.start();
    var launched = begin();
    while (!isUp.getAsBoolean()) {
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
   * Starts a server that ends by itself, ready or not, and waits until it has ended.
   *
   * @return the status of its process
   * @throws IllegalStateException if it still runs after two minutes; it is killed then
   */
  public int startToItsEnd() {
    Process launched = begin();
    awaitEnd(launched, START_LIMIT);
    return launched.exitValue();
  }

  /**
   * Starts a server that may end by itself, ready or not. Waits until it has ended, or until it no
   * longer needs to end.
   *
   * @param over called while the server is ready: whether the server no longer needs to end
   * @return whether it ended
   * @throws IllegalStateException if neither happens within two minutes; it is killed then
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
      return false; // the server ended meanwhile
    }
  }

  /**
   * Starts a server whose application cannot start, waits until the server says so, and ends it.
   *
   * @return what it wrote to its console
   * @throws IllegalStateException if it does not say so within two minutes
   */
  public String startInVain() {
    var stopwatch = Stopwatch.start();
    begin();
    while (isAlive() && !APPLICATION_NOT_STARTED.matcher(console()).find()) {
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
   * Waits until a server that ends by itself has ended.
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
   * Tells the server to stop, as an operator would, and waits until it has stopped.
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

  /**
   * Stops the server by its own command, which unlike {@link #stop} lets it log to the end, and
   * waits until it has stopped.
   *
   * @throws IllegalStateException if it has not stopped after a minute; it is killed then
   */
  public void stopByCommand() {
    var command = new ProcessBuilder(directory.stopCommand()).inheritIO();
    command.environment().put("JAVA_HOME", System.getProperty("java.home"));
    command.environment().put("WLP_USER_DIR", directory.root().toString());
    try {
      command.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    awaitEnd();
  }

  /** Suspends the process in the middle of its work, as a long pause would. */
  public void suspend() {
    Signals.send("STOP", pid());
  }

  /** Resumes the process after a {@link #suspend}; the process does not notice the pause. */
  public void resume() {
    Signals.send("CONT", pid());
  }

  /**
   * Limits the size of the files that the process writes, in bytes or {@code unlimited}. With 0,
   * writes fail as on a full disk.
   */
  public void limitFiles(String size) {
    Signals.run("prlimit", "--pid", Long.toString(pid()), "--fsize=" + size + ":unlimited");
  }

  public boolean isAlive() {
    var running = process;
    return running != null && running.isAlive();
  }

  /**
   * Returns the process id of the server's JVM.
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

  /** The address of the plain HTTP endpoint, with a slash at the end. */
  public URI baseUri() {
    return URI.create("http://localhost:" + ports.http() + "/");
  }

  /**
   * The address of the HTTPS endpoint, with a slash at the end; the server signs its own
   * certificate.
   */
  public URI httpsUri() {
    return URI.create("https://localhost:" + ports.https() + "/");
  }

  public Credentials credentials() {
    return credentials;
  }

  /** The directory of everything that the server has on disk: data, logs, configuration. */
  public Path directory() {
    return directory.root();
  }

  /** The directory of the server's data, which outlives its process. */
  public Path data() {
    return directory.data();
  }

  /** Keeps what the first start of this server has made, for other servers of the build. */
  void keepFirstStart() throws IOException {
    directory.keepFirstStart(keyStorePassword);
  }

  /** Removes the runtime's caches, so that the next start makes them anew. */
  void dropCaches() throws IOException {
    directory.dropCaches();
  }

  /** The log of the server's current start. */
  public Path log() {
    return directory.log();
  }

  /**
   * Writes the stacks of all threads, including virtual ones, to a file beside the server's log.
   *
   * @return the file
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

  /** Returns the end of the server's console output, for the message of a failed test. */
  public String lastLines() {
    try {
      List<String> lines = Files.readAllLines(directory.console());
      var end = lines.subList(Math.max(0, lines.size() - LINES_OF_LOG), lines.size());
      return directory.console() + ":\n" + String.join("\n", end);
    } catch (IOException e) {
      return "no log: " + e;
    }
  }

  /**
   * Kills the process if it still runs; its directory stays, so that people can find the reason. If
   * the build measures coverage, stops it instead.
   */
  @Override
  public void close() {
    if (Build.coverageAgent().isPresent()) {
      stop();
    }
    kill();
  }

  private Process launch() {
    var builder =
        new ProcessBuilder(directory.command())
            .directory(directory.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(directory.console().toFile()));
    var environment = builder.environment();
    // The caller's own settings are meant for another server and must not reach this one.
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
      directory.restoreCachesAfterKill();
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + directory.command(), e);
    }
  }

  private boolean isReady() {
    return isUp("ready");
  }

  private boolean isUp(String check) {
    var request =
        HttpRequest.newBuilder(baseUri().resolve("health/" + check))
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
    if (Build.coverageAgent().isPresent()) {
      stop();
    } else if (running != null) {
      running.destroyForcibly();
    }
  }
}
