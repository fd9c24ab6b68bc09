package dev.reprise.crash;

import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A {@link Ledger} in a process of its own, and what a test reads from it. The process ends with
 * the JVM that started it.
 */
final class LedgerProcess implements AutoCloseable {

  private final Process process;
  private final URI uri;
  private final HttpClient client = HttpClient.newHttpClient();

  private LedgerProcess(Process process) throws IOException {
    this.process = process;
    this.uri = URI.create("http://localhost:" + process.inputReader().readLine() + "/");
  }

  /**
   * Starts a ledger.
   *
   * @param latency how long a caller waits before its line is written, and the same time again
   *     after it
   */
  static LedgerProcess start(Duration latency) {
    try {
      Path classes =
          Path.of(Ledger.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      return new LedgerProcess(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-classpath",
                  classes.toString(),
                  Ledger.class.getName(),
                  latency.toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns these options with agents, and with tools that write their lines to this ledger. */
  ServerOptions serve(ServerOptions options) {
    return options
        .with("REPRISE_AGENTS_DIR", Site.agents("ledger").toString())
        .with("REPRISE_TEST_LEDGER", uri.toString())
        .withBeans(
            LedgerClient.class,
            LedgerTool.class,
            ReadOnlyLedgerTool.class,
            IdempotentLedgerTool.class,
            ReconcilableLedgerTool.class,
            OnceLedgerTool.class,
            CrashPoint.class,
            CrashPlan.class,
            HeldJournal.class);
  }

  /** Returns the ledger's address, with a slash at the end. */
  URI uri() {
    return uri;
  }

  /** Returns the ledger's content for all runs. */
  LedgerPage read() {
    try {
      var response = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
      return new LedgerPage(List.of(response.body().split("\n")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
