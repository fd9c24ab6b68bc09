package dev.reprise.mcp;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.reprise.mcp.McpServerSettings.Endpoint;
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

/** Makes connections to one server, by its kind of transport. */
final class Transports {

  private static final Duration TO_CONNECT = Duration.ofSeconds(10);
  private static final Implementation WHO_WE_ARE = Implementation.builder("reprise", "1").build();

  private final McpServerSettings settings;
  private final McpJsonMapper json;
  private final ClientContext surroundings;
  private final McpServerLog log;

  Transports(McpServerSettings settings, McpJsonMapper json, ClientContext surroundings) {
    this.settings = settings;
    this.json = json;
    this.surroundings = surroundings;
    this.log = new McpServerLog(settings.name(), surroundings.clock(), surroundings.redaction());
  }

  /** Reads what servers send: members that are not known are no fault of theirs. */
  static McpJsonMapper json() {
    var bounds =
        StreamReadConstraints.builder()
            .maxNestingDepth(Json.MAX_DEPTH)
            .maxStringLength(Json.MAX_STRING_LENGTH)
            .maxNumberLength(Json.MAX_DIGITS)
            .build();
    return new JacksonMcpJsonMapper(
        JsonMapper.builder(JsonFactory.builder().streamReadConstraints(bounds).build())
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build());
  }

  /**
   * Connects.
   *
   * @throws IOException if that does not come about; says why
   */
  McpConnection connect() throws IOException, InterruptedException {
    return McpConnection.open(
        new RedactingTransport(transport(), surroundings.redaction()),
        json,
        WHO_WE_ARE,
        new McpErrorMapper(settings.name(), surroundings.redaction()));
  }

  private McpClientTransport transport() {
    return switch (settings.endpoint()) {
      case Endpoint.Stdio process ->
          new StdioTransport(settings.name(), process, json, surroundings.threads(), log::add);
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
