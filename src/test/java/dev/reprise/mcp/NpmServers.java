package dev.reprise.mcp;

import dev.reprise.fixture.Machine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The reference servers of the protocol's makers, installed from the npm registry into the build
 * directory once. Without Node.js or the registry their tests are skipped, and say so.
 */
public final class NpmServers {

  private static final Path DIRECTORY = Path.of("target", "mcp").toAbsolutePath();
  private static final String VERSION = "2026.8.31";
  private static final List<String> NAMES = List.of("everything", "filesystem", "memory");
  private static final long MINUTES_TO_INSTALL = 5;

  private static Optional<String> trouble = Optional.empty();

  private NpmServers() {}

  /** Returns the command that runs a server, to which arguments may be added. */
  public static synchronized List<String> command(String name, String... arguments) {
    Path node = program("node");
    Machine.requires(
        trouble.isEmpty(), trouble::orElseThrow); // it is not tried again for each test
    installOnce();
    return Stream.concat(Stream.of(node.toString(), script(name).toString()), Stream.of(arguments))
        .toList();
  }

  /** Tests run in several JVMs side by side: one installs, and the others wait for it. */
  private static void installOnce() {
    try (var lock =
            FileChannel.open(
                Files.createDirectories(DIRECTORY).resolve("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        var held = lock.lock()) {
      if (held.isValid() && !NAMES.stream().allMatch(it -> Files.exists(script(it)))) {
        install();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path script(String name) {
    return DIRECTORY.resolve(
        "node_modules/@modelcontextprotocol/server-%s/dist/index.js".formatted(name));
  }

  private static void install() {
    Stream<String> npm =
        Stream.of(
            program("npm").toString(),
            "install",
            "--no-audit",
            "--no-fund",
            "--ignore-scripts",
            "--prefer-offline",
            "--prefix",
            DIRECTORY.toString());
    Stream<String> packages =
        NAMES.stream().map(name -> "@modelcontextprotocol/server-%s@%s".formatted(name, VERSION));
    try {
      Path log = DIRECTORY.resolve("npm.log");
      Process process =
          new ProcessBuilder(Stream.concat(npm, packages).toList())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(MINUTES_TO_INSTALL, TimeUnit.MINUTES) || process.exitValue() != 0) {
        process.destroyForcibly();
        trouble = Optional.of("npm could not install the servers:\n" + Files.readString(log));
        Machine.requires(trouble.isEmpty(), trouble::orElseThrow);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns where a program is, or has the test skipped. */
  public static Path program(String name) {
    List<Path> found =
        Stream.of(System.getenv("PATH").split(":"))
            .map(directory -> Path.of(directory, name))
            .filter(Files::isExecutable)
            .toList();
    Machine.requires(!found.isEmpty(), () -> "needs Node.js: there is no '" + name + "'");
    return found.getFirst();
  }
}
