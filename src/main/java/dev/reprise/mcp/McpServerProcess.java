package dev.reprise.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The process of a server, with all that it started. It sees no environment but its own. */
final class McpServerProcess {

  /** How long a process has to end of itself once its input is closed, and once it is asked to. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  private final Process process;

  private McpServerProcess(Process process) {
    this.process = process;
  }

  /**
   * Starts it.
   *
   * @throws IOException if there is no such program or directory
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

  /** Returns how it ended, as far as that can be said now. */
  String fate() throws InterruptedException {
    return process.waitFor(GRACE.toMillis(), TimeUnit.MILLISECONDS)
        ? "ended with code " + process.exitValue()
        : "closed its output";
  }

  /**
   * Ends it and all that it started, once its input is being closed: of itself, then by asking,
   * then by force. An interrupt makes it force at once.
   */
  void stop() {
    List<ProcessHandle> started = process.descendants().toList(); // orphans are nobody's afterwards
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
