package dev.reprise.mcp.transport;

import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.platform.redaction.Redaction;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;

/** Makes transports to one server, of its kind, which redact all that the server sends. */
public final class Transports {

  /** The largest message of a server, over each kind of transport: 32 MiB. */
  public static final int MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

  private static final Duration TO_CONNECT = Duration.ofSeconds(10);

  private final McpServerSettings settings;
  private final ThreadFactory threads;
  private final Clock clock;
  private final Redaction redaction;
  private final McpServerLog log;
  private final McpJsonMapper json;

  /**
   * @param threads makes the threads that serve a process
   * @param clock the reference for {@code Retry-After}
   */
  public Transports(
      McpServerSettings settings, ThreadFactory threads, Clock clock, Redaction redaction) {
    this.settings = settings;
    this.threads = threads;
    this.clock = clock;
    this.redaction = redaction;
    this.json = new LenientJsonMapper(redaction);
    this.log = new McpServerLog(settings.name(), clock, redaction);
  }

  /** Returns a transport for one connection, which is not connected yet. */
  public McpClientTransport create() {
    return new RedactingTransport(transport(), redaction);
  }

  private McpClientTransport transport() {
    return switch (settings.endpoint()) {
      case Endpoint.Stdio process ->
          new StdioTransport(settings.name(), process, json, threads, log::add);
      case Endpoint.Http http -> http(http);
    };
  }

  private McpClientTransport http(Endpoint.Http http) {
    URI url = http.url();
    HttpRequest.Builder requests = HttpRequest.newBuilder();
    http.headers().all().forEach(requests::setHeader);
    return HttpClientStreamableHttpTransport.builder(
            url.getScheme() + "://" + url.getRawAuthority())
        .endpoint(path(url))
        .requestBuilder(requests)
        .clientBuilder(new StatusCheckingHttpClientBuilder(clock, redaction))
        .jsonMapper(json)
        .connectTimeout(TO_CONNECT)
        .maxResponseSize(MAX_MESSAGE_BYTES)
        .build();
  }

  private static String path(URI url) {
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }
}
