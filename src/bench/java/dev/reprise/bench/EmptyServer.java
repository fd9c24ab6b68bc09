package dev.reprise.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Liberty with the features of the product's server and its JVM options, and with nothing else:
 * no application, no database, no users.
 */
final class EmptyServer implements AutoCloseable {

  private static final Pattern FEATURES =
      Pattern.compile("<featureManager>.*</featureManager>", Pattern.DOTALL);
  private static final String ARCHIVE = "-XX:SharedArchiveFile=";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Path root;
  private final int port;
  private Optional<Process> process = Optional.empty();

  private EmptyServer(Path root, int port) {
    this.root = root;
    this.port = port;
  }

  /** Creates the server's directory; does not start it. */
  static EmptyServer create() throws IOException {
    Path configuration = Benchmarks.directory().resolve("../../server-config").normalize();
    Path root = Benchmarks.directory().resolve("empty-server");
    Directories.delete(root);
    Path server = Files.createDirectories(root.resolve("servers/empty"));
    int port;
    try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = probe.getLocalPort();
    }
    Matcher features = FEATURES.matcher(Files.readString(configuration.resolve("server.xml")));
    if (!features.find()) {
      throw new IllegalStateException("server.xml names no features");
    }
    Files.writeString(
        server.resolve("server.xml"),
        """
        <server>
          %s
          <httpEndpoint id="defaultHttpEndpoint" httpPort="%d" httpsPort="-1"/>
        </server>
        """
            .formatted(features.group(), port));
    List<String> options = Files.readAllLines(configuration.resolve("jvm.options"));
    Files.write(
        server.resolve("jvm.options"),
        options.stream().filter(option -> !option.startsWith(ARCHIVE)).toList());
    return new EmptyServer(root, port);
  }

  /** Starts it, and stops it so that it writes an archive of its own classes. */
  void makeArchive() throws IOException, InterruptedException {
    start("-XX:ArchiveClassesAtExit=" + archive());
    stop();
    if (!Files.exists(archive())) {
      throw new IllegalStateException("the JVM made no " + archive());
    }
  }

  /** Starts it without an archive of classes and returns how long that took. */
  Start start() throws IOException, InterruptedException {
    return start("");
  }

  /** Starts it with the archive of its classes and returns how long that took. */
  Start startFromArchive() throws IOException, InterruptedException {
    return start(ARCHIVE + archive());
  }

  private Start start(String option) throws IOException, InterruptedException {
    Path command = Benchmarks.directory().resolveSibling("liberty/wlp/bin/server");
    var builder =
        new ProcessBuilder(command.toString(), "run", "empty")
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("console.log").toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("WLP_USER_DIR", root.toString());
    builder.environment().put("JVM_ARGS", option);
    builder.environment().put("keystore_password", "of-no-use-here");
    long begin = System.nanoTime();
    Process started = builder.start();
    process = Optional.of(started);
    while (!isReady()) {
      if (!started.isAlive()) {
        throw new IllegalStateException(
            "the empty server ended: " + Files.readString(root.resolve("console.log")));
      }
      Thread.sleep(100); // as for the product's servers
    }
    return new Start(Duration.ofNanos(System.nanoTime() - begin), new Jvm(started.pid()));
  }

  private boolean isReady() throws InterruptedException {
    var uri = URI.create("http://localhost:%d/health/ready".formatted(port));
    try {
      var response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding());
      return response.statusCode() == 200;
    } catch (IOException e) {
      return false; // not listening yet
    }
  }

  /** Stops it cleanly. */
  void stop() throws InterruptedException {
    if (process.isPresent()) {
      process.get().destroy();
      process.get().waitFor();
    }
  }

  private Path archive() {
    return root.resolve("classes.jsa");
  }

  @Override
  public void close() {
    process.ifPresent(Process::destroyForcibly);
  }
}
