package dev.reprise.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The packaged command line, in a process of its own. */
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
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(List.of("-jar", Build.current().target().resolve("reprise-cli.jar").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output, errors);
  }
}
