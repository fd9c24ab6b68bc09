package dev.reprise.server;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Creates the archive of classes from which all test servers start, and what the runtime makes at
 * the first start of a server. To do so, it starts one server, which carries out a run and stops.
 * With the archive a start takes about half the processor time, and a first start with what another
 * has made takes 8 s less.
 *
 * <p>The build runs this before the integration tests. A server that is killed could not write the
 * archive, and parallel servers must not write it at the same time.
 */
final class ClassArchive {

  private ClassArchive() {}

  public static void main(String[] arguments) throws Exception {
    Files.deleteIfExists(Build.current().classArchive());
    ServerDirectory.deleteTree(Build.current().firstStart());
    try (var server = ServerProcess.named("class-archive", options())) {
      System.out.println("start without an archive of classes: " + server.start());
      var runs = Runs.of(server);
      var input = JsonNodeFactory.instance.objectNode().put("pattern", "java");
      UUID run = runs.submit("surveyor", "server", input);
      await().atMost(Duration.ofMinutes(1)).until(() -> runs.status(run).equals("COMPLETED"));
      server.stop();
      server.keepFirstStart();
    }
    if (!Files.isRegularFile(Build.current().classArchive())) {
      throw new IllegalStateException("the JVM made no " + Build.current().classArchive());
    }
  }

  private static ServerOptions options() {
    var jvmOptions =
        Stream.concat(
                ServerOptions.DEFAULT.jvmOptions().stream()
                    .filter(option -> !option.startsWith("-XX:SharedArchiveFile")),
                Stream.of("-XX:ArchiveClassesAtExit=" + Build.current().classArchive()))
            .toList();
    var of = ServerOptions.DEFAULT;
    return new ServerOptions(of.environment(), jvmOptions, of.users(), List.of(), List.of())
        .with("REPRISE_WORKSPACES", "server=" + Build.current().serverConfiguration());
  }
}
