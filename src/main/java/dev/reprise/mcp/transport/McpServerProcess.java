package dev.reprise.mcp.transport;

import dev.reprise.mcp.settings.McpServerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A server's process and its descendants. It has only the configured environment. */
final class McpServerProcess {

  /** How long a process may take to end after its input closes, and again after a signal. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Process process;

  private McpServerProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts the process.
   *
   * @throws IOException if the program or the directory does not exist
   */
  static McpServerProcess start(McpServerSettings.Endpoint.Stdio how) throws IOException {
    var builder = new ProcessBuilder(how.command());
    builder.environment().clear();
    builder.environment().putAll(how.environment().all());
    how.directory().ifPresent(directory -> builder.directory(directory.toFile()));
    return new McpServerProcess(builder.start());
  }

  OutputStream input() {
    return process.getOutputStream();
  }

  InputStream output() {
    return process.getInputStream();
  }

  InputStream errors() {
    return process.getErrorStream();
  }

  long pid() {
    return process.pid();
  }

  /** Returns how the process ended, in words; empty if it goes on. */
  Optional<String> end() throws InterruptedException {
    return process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)
        ? Optional.of("ended with code " + process.exitValue())
        : Optional.empty();
  }

  /**
   * Ends the process and its descendants after its input was closed: waits, then terminates, then
   * kills. An interrupt makes it kill at once.
   */
  void stop() {
    List<ProcessHandle> started = process.descendants().toList(); // later they are orphans
    try {
      if (!process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
        started.forEach(ProcessHandle::destroy);
        process.destroy();
        boolean unused = process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      started.forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
