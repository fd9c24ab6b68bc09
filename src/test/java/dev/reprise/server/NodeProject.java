package dev.reprise.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.fixture.Machine;
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

/**
 * Programs of Node.js, installed from the npm registry into the build directory in the versions of
 * a directory below {@code src/test}. Without Node.js or the registry their tests are skipped, and
 * say so.
 *
 * @param name of the directory
 */
public record NodeProject(String name) {

  private static final long MINUTES = 5;

  /** How a program ended, and what it said. */
  public record Outcome(int status, String said) {

    public void isGood() {
      assertThat(status).as("%s", said).isZero();
    }
  }

  /** Returns where the programs are installed. */
  public Path directory() {
    return Path.of("target", name).toAbsolutePath();
  }

  /** Installs the programs. */
  public NodeProject install() throws IOException, InterruptedException {
    Files.createDirectories(directory());
    try (Stream<Path> files = Files.list(Path.of("src", "test", name))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(
            file, directory().resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Path npm = NpmServers.program("npm");
    Outcome installed =
        run(Map.of(), npm.toString(), "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    Machine.requires(
        installed.status() == 0, () -> "npm could not install the programs:\n" + installed.said());
    return this;
  }

  /** Copies a tree of files into a new directory of the project. */
  public void copy(Path tree, String to) throws IOException {
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path from : all.toList()) {
        Path copy = directory().resolve(to).resolve(tree.relativize(from).toString());
        if (Files.isDirectory(from)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(from, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  /** Runs an installed program of a package. */
  public Outcome program(String program, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(directory().resolve("node_modules/.bin/" + program).toString());
    command.addAll(List.of(arguments));
    return run(Map.of("REDOCLY_SUPPRESS_UPDATE_NOTICE", "true"), command.toArray(String[]::new));
  }

  /** Runs a script of the directory. */
  public Outcome script(String script, Map<String, String> environment)
      throws IOException, InterruptedException {
    return run(environment, NpmServers.program("node").toString(), script);
  }

  /** Starts a script of the directory, whose output goes to a file. */
  public Process start(String script, Map<String, String> environment, Path output)
      throws IOException {
    return builder(environment, output, NpmServers.program("node").toString(), script).start();
  }

  private ProcessBuilder builder(Map<String, String> environment, Path output, String... command) {
    var builder =
        new ProcessBuilder(command)
            .directory(directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    return builder;
  }

  private Outcome run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile(directory(), "said", ".txt");
    Process process = builder(environment, said, command).start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
    }
    return new Outcome(process.waitFor(), Files.readString(said));
  }
}
