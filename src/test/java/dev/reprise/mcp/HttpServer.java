package dev.reprise.mcp;

import static org.awaitility.Awaitility.await;

import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.mcp.settings.SecretValues;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The reference server {@code everything} as a process that listens, to be killed and started. */
final class HttpServer implements AutoCloseable {

  private final int port;
  private Process process;

  HttpServer() throws IOException {
    try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = probe.getLocalPort();
    }
    process = started();
  }

  private Process started() throws IOException {
    var builder = new ProcessBuilder(NpmServers.command("everything", "streamableHttp"));
    builder.environment().put("PORT", String.valueOf(port));
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    Process started = builder.start();
    await().atMost(Duration.ofSeconds(20)).until(this::listens);
    return started;
  }

  private boolean listens() {
    try (var probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return probe.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  Endpoint endpoint() {
    return new Endpoint.Http(URI.create("http://localhost:" + port + "/mcp"), SecretValues.NONE);
  }

  /** As {@code kill -9} does. */
  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
  }

  void startAgain() throws IOException {
    process = started();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
