package dev.reprise.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.Build;
import dev.reprise.server.Credentials;
import dev.reprise.server.Http;
import dev.reprise.server.JsonClient;
import dev.reprise.server.Ports;
import dev.reprise.server.Runs;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The image, made as its Containerfile says and run as deployments run it: with a root file system
 * that is read-only, without capabilities, and in 1 GiB of memory.
 */
class ImageIT {

  private static final long MEMORY = 1L << 30;
  private static final int RUNS = Integer.getInteger("image.runs", 200);
  private static final int CLIENTS = 4;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Of Kubernetes, less the time in which proxies learn that the server goes. */
  private static final int GRACE_SECONDS = 80;

  private static final Credentials CREDENTIALS = Credentials.random(List.of("operator", "runner"));
  private static final Path DIRECTORY =
      Build.current().target().resolve("image-" + ProcessHandle.current().pid());
  private static final Path LOG = DIRECTORY.resolve("server.log");
  private static final Ports PORTS = Ports.free();

  private static Stage image;
  private static List<String> mounts;
  private static MemoryLimit limit;
  private static Container server;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    assumeTrue(Container.isPossible(), "needs root, with unshare, setpriv and nsenter");
    Container.run("./mvnw", "-B", "-o", "-Pserver", "assembly:single@server");
    var port = Map.of("REPRISE_HTTP_PORT", Integer.toString(PORTS.http()));
    image = Stage.make(Containerfile.read(), DIRECTORY, port);
    limit = MemoryLimit.of(MEMORY);
    mounts = mounts();
    server = serve();
    awaitReady();
  }

  @AfterAll
  static void end() throws IOException, InterruptedException {
    if (server != null) {
      server.close();
      limit.close();
    }
    if (Files.exists(DIRECTORY)) {
      Container.run("rm", "-rf", DIRECTORY.toString());
    }
  }

  /** Starts the server; each time on the same volumes. */
  private static Container serve() throws IOException {
    var environment =
        Map.of(
            "REPRISE_HTTP_PORT",
            Integer.toString(PORTS.http()),
            "REPRISE_HTTPS_PORT",
            Integer.toString(PORTS.https()),
            "REPRISE_AGENTS_DIR",
            "/agents",
            "REPRISE_WORKSPACES",
            "main=/workspaces");
    var options = new Container.Options(mounts, environment, true, limit.groups());
    return Container.start(image, options, image.entrypoint(), LOG);
  }

  private static List<String> mounts() throws IOException, InterruptedException {
    Path directory = Files.createDirectory(DIRECTORY.resolve("mounts"));
    List<String> mounts = new ArrayList<>();
    for (String volume : image.volumes()) {
      // a new volume has what the image has there, and its owner
      Container.run("cp", "-a", image.root() + volume, directory.toString());
      mounts.add(directory + volume + " " + volume);
    }
    mounts.add(secrets(directory) + " /run/secrets -oro");
    mounts.add(agents(directory) + " /agents -oro");
    return mounts;
  }

  private static Path secrets(Path directory) throws IOException {
    Path secrets = Files.createDirectory(directory.resolve("secrets"));
    Files.writeString(secrets.resolve("keystore_password"), "of the keys in this test\n");
    Files.writeString(
        secrets.resolve("users.xml"),
        """
        <server>
          <basicRegistry id="basic" realm="reprise">
            <user name="operator" password="%s"/>
            <user name="runner" password="%s"/>
            <group name="operators"><member name="operator"/></group>
          </basicRegistry>
        </server>
        """
            .formatted(CREDENTIALS.passwordOf("operator"), CREDENTIALS.passwordOf("runner")));
    return secrets;
  }

  private static Path agents(Path directory) throws IOException {
    Path agents = Files.createDirectory(directory.resolve("agents"));
    Files.writeString(
        agents.resolve("writer.yaml"),
        """
        name: writer
        description: Writes a file.
        tools: [write_file]
        phases: [{name: write, prompt: Write.}]
        model:
          provider: scripted
          script:
            write:
              - calls: [{id: c1, tool: write_file, arguments: {path: a.txt, content: written}}]
              - text: Done.
        """);
    return agents;
  }

  private static Runs runs() {
    var address = URI.create("https://localhost:" + PORTS.https() + "/");
    return new Runs(new JsonClient(address, CREDENTIALS, "operator", Http.trustingClient()));
  }

  private static void awaitReady() {
    String healthy = image.check().getFirst();
    await()
        .atMost(PATIENCE)
        .ignoreException(NoSuchElementException.class) // there is no process yet
        .until(() -> !server.isAlive() || server.exec(healthy, "ready").status() == 0);
    assertThat(server.isAlive()).as(Deployment.text(LOG)).isTrue();
  }

  @Test
  void isAliveByItsCheck() throws IOException, InterruptedException {
    assertThat(server.exec(image.check().toArray(String[]::new)).status()).isZero();
    assertThat(server.exec(image.check().getFirst(), "absent").status()).isNotZero();
  }

  /** With {@code -Dimage.runs=10000} it takes some minutes, and says what that took. */
  @Test
  void hasRoomInItsMemoryAfterManyRuns() throws Exception {
    long atReady = megabytes("VmRSS");
    Runs runs = runs();
    Instant begun = Instant.now();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      Callable<UUID> submission =
          () -> runs.submit("writer", "main", JsonNodeFactory.instance.objectNode());
      clients.invokeAll(Collections.nCopies(RUNS, submission)).forEach(Future::resultNow);
    }
    await()
        .atMost(Duration.ofMinutes(30))
        .until(() -> runs.http().get("api/v1/queue"), ImageIT::isIdle);

    System.out.printf(
        "image: %d MiB at ready, %d after %d runs in %s, %d at most%n",
        atReady,
        megabytes("VmRSS"),
        RUNS,
        Duration.between(begun, Instant.now()),
        megabytes("VmHWM"));
    assertThat(megabytes("VmHWM")).isLessThan((MEMORY >> 20) * 7 / 8);
  }

  private static boolean isIdle(JsonNode queue) {
    return queue.path("queued").asInt() + queue.path("running").asInt() == 0;
  }

  private static long megabytes(String name) {
    return Long.parseLong(status(name).replaceAll("\\D", "")) >> 10;
  }

  @Test
  void runsWithoutRights() {
    assertThat(status("Uid").split("\\s+")).containsOnly("1001");
    assertThat(status("Gid").split("\\s+")).containsOnly("0");
    assertThat(Stream.of("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb").map(ImageIT::status))
        .allMatch(it -> it.matches("0+"));
  }

  /** Returns what the kernel says of the server's process. */
  private static String status(String name) {
    Path file = Path.of("/proc", Long.toString(server.first().pid()), "status");
    return Deployment.found("^" + name + ":\\s+(.*)$", Deployment.text(file));
  }

  @Test
  void canWriteToItsVolumesAlone() throws IOException, InterruptedException {
    assertThat(server.exec("touch", "/opt/reprise/new").output()).contains("Read-only file system");

    String places = "find / -path /proc -prune -o '(' -type d -o -type f ')' -writable -print";
    assertThat(server.exec("sh", "-c", places + " 2>/dev/null").output().lines())
        .contains("/data", "/logs", "/output", "/workspaces", "/tmp")
        .allMatch(it -> it.matches("/(data|logs|output|workspaces|tmp)(/.*)?|/dev/\\w+"));
  }

  @Test
  void carriesOutARunWithoutAnError() throws IOException, InterruptedException {
    Runs runs = runs();

    UUID run = runs.submit("writer", "main", JsonNodeFactory.instance.objectNode());

    await().atMost(PATIENCE).until(() -> runs.status(run), "COMPLETED"::equals);
    assertThat(server.exec("cat", "/workspaces/a.txt").output()).isEqualTo("written");
    assertThat(server.exec("cat", "/logs/messages.log").output().lines())
        .isNotEmpty()
        .noneMatch(it -> it.contains(" E "));
  }

  @Test
  void startsFromItsArchiveOfClasses() {
    Path mapped = Path.of("/proc", Long.toString(server.first().pid()), "maps");

    assertThat(mapped).content().contains("/opt/reprise/usr/servers/reprise/classes.jsa");
  }

  @Test
  void endsInOrderWhenItIsTold() throws IOException, InterruptedException {
    server.stop(GRACE_SECONDS);

    assertThat(LOG).content().contains("CWWKE0036I");
    server = serve();
    awaitReady();
  }
}
