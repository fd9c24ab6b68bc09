package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.mcp.NpmServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Programs of Node.js that look at the API's description, installed from the npm registry into the
 * build directory in the versions of {@code src/test/node}. Without Node.js or the registry their
 * tests are skipped, and say so.
 */
final class NodeTools {

  private static final Path SOURCES = Path.of("src", "test", "node");
  private static final Path DIRECTORY = Path.of("target", "node").toAbsolutePath();
  private static final long MINUTES = 5;

  private NodeTools() {}

  /** How a program ended, and what it said. */
  record Outcome(int status, String said) {

    void isGood() {
      assertThat(status).as("%s", said).isZero();
    }
  }

  /** Creates the directory in which the programs are, with a description to look at. */
  static void install(String document) throws IOException, InterruptedException {
    Files.createDirectories(DIRECTORY);
    try (Stream<Path> files = Files.list(SOURCES)) {
      for (Path file : files.toList()) {
        Files.copy(
            file, DIRECTORY.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.writeString(DIRECTORY.resolve("openapi.json"), document);
    Path npm = NpmServers.program("npm");
    Outcome installed =
        run(Map.of(), npm.toString(), "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    Assumptions.assumeTrue(
        installed.status() == 0, () -> "npm could not install the tools:\n" + installed.said());
  }

  /** Runs an installed program of a package. */
  static Outcome program(String name, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(DIRECTORY.resolve("node_modules/.bin/" + name).toString());
    command.addAll(List.of(arguments));
    return run(Map.of("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true"), command.toArray(String[]::new));
  }

  /** Runs a script of the directory. */
  static Outcome script(String name, Map<String, String> environment)
      throws IOException, InterruptedException {
    return run(environment, NpmServers.program("node").toString(), name);
  }

  private static Outcome run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile(DIRECTORY, "said", ".txt");
    var builder =
        new ProcessBuilder(command)
            .directory(DIRECTORY.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return new Outcome(process.waitFor(), Files.readString(said));
  }
}
