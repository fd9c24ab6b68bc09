package dev.reprise.server;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The packaged command line with the JDBC drivers of the server, in a process of its own. */
public final class CommandLine {

  private CommandLine() {}

  /** The outcome of a command. */
  public record Ended(int exitCode, String output, String errors) {}

  /** Runs a command to its end. */
  public static Ended run(String... arguments) throws IOException, InterruptedException {
    return run(Map.of(), arguments);
  }

  /** Runs a command with these environment variables to its end. */
  public static Ended run(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    Process process = process(environment, arguments).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output, errors);
  }

  /** Starts a command that writes to these files, with these environment variables. */
  public static Process start(
      Path output, Path errors, Map<String, String> environment, String... arguments)
      throws IOException {
    return process(environment, arguments)
        .redirectOutput(output.toFile())
        .redirectError(errors.toFile())
        .start();
  }

  private static ProcessBuilder process(Map<String, String> environment, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    Build build = Build.current();
    String classPath =
        build.target().resolve("reprise-cli.jar") + File.pathSeparator + build.drivers() + "/*";
    command.addAll(List.of("-cp", classPath, "dev.reprise.cli.Launcher"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    return builder;
  }
}
