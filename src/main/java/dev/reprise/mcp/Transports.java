package dev.reprise.mcp;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.reprise.mcp.settings.McpServerSettings;
import dev.reprise.mcp.settings.McpServerSettings.Endpoint;
import dev.reprise.platform.Json;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;

/** Opens connections to one server, over its kind of transport. */
final class Transports {

  private static final Duration TO_CONNECT = Duration.ofSeconds(10);
  private static final Implementation CLIENT_INFO = Implementation.builder("reprise", "1").build();

  private final McpServerSettings settings;
  private final McpJsonMapper json;
  private final ClientContext context;
  private final McpServerLog log;

  Transports(McpServerSettings settings, McpJsonMapper json, ClientContext context) {
    this.settings = settings;
    this.json = json;
    this.context = context;
    this.log = new McpServerLog(settings.name(), context.clock(), context.redaction());
  }

  /** Returns the mapper for messages of servers, which may have unknown members. */
  static McpJsonMapper json() {
    var bounds =
        StreamReadConstraints.builder()
            .maxNestingDepth(Json.MAX_DEPTH)
            .maxStringLength(Json.MAX_STRING_LENGTH);
    return new JacksonMcpJsonMapper(
        JsonMapper.builder(Json.factory(bounds))
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // the numbers of schemas and results pass through exactly, and none becomes infinite
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build());
  }

  /**
   * Connects.
   *
   * @throws IOException if the server cannot be connected; says why
   */
  McpConnection connect() throws IOException, InterruptedException {
    return McpConnection.open(
        new RedactingTransport(transport(), context.redaction()),
        json,
        CLIENT_INFO,
        new McpErrorMapper(settings.name(), context.redaction()),
        context.waits().forPing());
  }

  private McpClientTransport transport() {
    return switch (settings.endpoint()) {
      case Endpoint.Stdio process ->
          new StdioTransport(settings.name(), process, json, context.threads(), log::add);
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
        .jsonMapper(json)
        .connectTimeout(TO_CONNECT)
        .maxResponseSize(StdioTransport.MAX_MESSAGE_BYTES)
        .build();
  }

  private static String path(URI url) {
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }
}
