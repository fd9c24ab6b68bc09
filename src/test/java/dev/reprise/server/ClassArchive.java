package dev.reprise.server;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;

/**
 * Makes the archive of classes from which servers start, and keeps what the runtime makes at the
 * first start of a server. To do so, it starts one server, which carries out a run and stops. Does
 * nothing if both were made from an equal WAR by the same JVM.
 *
 * <p>The build runs this before it starts any other server. A server that is killed could not write
 * the archive, and parallel servers must not write it at the same time.
 */
final class ClassArchive {

  private static final Build BUILD = Build.current();

  private ClassArchive() {}

  public static void main(String[] arguments) throws Exception {
    String source = source();
    if (isMadeFrom(source)) {
      // The kept caches of the runtime are for a WAR of this time.
      Files.setLastModifiedTime(
          BUILD.war(), Files.getLastModifiedTime(BUILD.sourceOfClassArchive()));
      return;
    }
    Files.deleteIfExists(BUILD.sourceOfClassArchive());
    Files.deleteIfExists(BUILD.classArchive());
    ServerDirectory.deleteTree(BUILD.firstStart());
    make();
    if (!Files.isRegularFile(BUILD.classArchive())) {
      throw new IllegalStateException("the JVM made no " + BUILD.classArchive());
    }
    Files.writeString(BUILD.sourceOfClassArchive(), source);
    Files.setLastModifiedTime(BUILD.sourceOfClassArchive(), Files.getLastModifiedTime(BUILD.war()));
  }

  private static void make() throws IOException {
    try (var server = ServerProcess.named("class-archive", options())) {
      System.out.println("start without an archive of classes: " + server.start());
      var runs = Runs.of(server);
      var input = JsonNodeFactory.instance.objectNode().put("pattern", "java");
      UUID run = runs.submit("surveyor", "server", input);
      await().atMost(Duration.ofMinutes(1)).until(() -> runs.status(run).equals("COMPLETED"));
      server.stop();
      server.keepFirstStart();
    }
  }

  private static boolean isMadeFrom(String source) throws IOException {
    return Files.isRegularFile(BUILD.classArchive())
        && Files.isDirectory(BUILD.firstStart())
        && Files.exists(BUILD.sourceOfClassArchive())
        && Files.readString(BUILD.sourceOfClassArchive()).equals(source);
  }

  /** Returns a text that differs for other classes of the application and for another JVM. */
  private static String source() throws IOException, NoSuchAlgorithmException {
    byte[] war = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(BUILD.war()));
    return "%s %s %s%n"
        .formatted(HexFormat.of().formatHex(war), System.getProperty("java.vm.version"), jdk());
  }

  private static Path jdk() {
    return Path.of(System.getProperty("java.home"));
  }

  private static ServerOptions options() {
    var of = ServerOptions.DEFAULT;
    var jvmOptions =
        List.of(
            "-XX:TieredStopAtLevel=1",
            // in place of the archive that is to be made: the one that it extends
            "-XX:SharedArchiveFile=" + jdk().resolve("lib/server/classes.jsa"),
            "-XX:ArchiveClassesAtExit=" + BUILD.classArchive());
    return new ServerOptions(of.environment(), jvmOptions, of.users(), List.of(), List.of())
        .with("REPRISE_WORKSPACES", "server=" + BUILD.serverConfiguration());
  }
}
