package dev.reprise.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.mcp.transport.ConnectionLostException;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientSession;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.ClientCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.InitializeRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import reactor.core.publisher.Mono;

/**
 * The requests that this client makes in one session. Results are JSON as the server sent it: the
 * library's own client refuses a result of which it does not know a part, and a whole list of tools
 * for the sake of one. Tested by {@code LeakyMcpServerTest}.
 */
final class McpSessionClient implements AutoCloseable {

  /** The library has one timeout for all requests; callers bound each by themselves, and sooner. */
  private static final Duration LIBRARY_TIMEOUT = Duration.ofDays(1);

  private static final TypeRef<JsonNode> JSON = new TypeRef<>() {};
  private static final Implementation CLIENT_INFO = Implementation.builder("reprise", "1").build();

  private final McpClientSession session;
  private final List<String> versions;
  private volatile String version;
  private volatile boolean hasTools;

  /** Connects the transport. */
  McpSessionClient(McpClientTransport transport) {
    this.versions = transport.protocolVersions();
    this.version = versions.getLast();
    this.session =
        new McpClientSession(
            LIBRARY_TIMEOUT,
            transport,
            Map.of(McpSchema.METHOD_PING, params -> Mono.just(Map.of())),
            Map.of(),
            connected -> connected);
  }

  /** Proposes the newest version of the protocol, and returns the server's answer. */
  Mono<JsonNode> initialize() {
    return request(
        McpSchema.METHOD_INITIALIZE,
        InitializeRequest.builder(version, ClientCapabilities.builder().build(), CLIENT_INFO)
            .build());
  }

  /**
   * Takes over what the server answered, and tells it so. The server may be used then.
   *
   * @return fails if the server speaks no version of the protocol that is known here
   */
  Mono<JsonNode> initialized(JsonNode answer) {
    version = answer.path("protocolVersion").asText();
    if (!versions.contains(version)) {
      return Mono.error(
          new ConnectionLostException(
              "speaks version '%s' of the protocol; known are %s"
                  .formatted(version, String.join(", ", versions))));
    }
    hasTools = answer.path("capabilities").hasNonNull("tools");
    return agreed(session.sendNotification(McpSchema.METHOD_NOTIFICATION_INITIALIZED, Map.of()))
        .thenReturn(answer);
  }

  /** Returns whether the server has said that it has tools. */
  boolean hasTools() {
    return hasTools;
  }

  /**
   * Requests a page of the server's tools.
   *
   * @param cursor from the page before; empty for the first page
   */
  Mono<JsonNode> listTools(Optional<JsonNode> cursor) {
    return request(
        McpSchema.METHOD_TOOLS_LIST,
        cursor.map(it -> Map.<String, Object>of("cursor", it)).orElse(Map.of()));
  }

  Mono<JsonNode> callTool(Map<String, Object> call) {
    return request(McpSchema.METHOD_TOOLS_CALL, call);
  }

  Mono<JsonNode> ping() {
    return request(McpSchema.METHOD_PING, Map.of());
  }

  private Mono<JsonNode> request(String method, Object params) {
    return agreed(session.sendRequest(method, params, JSON));
  }

  /** Sends with the version of the protocol that the header of each HTTP request has. */
  private <T> Mono<T> agreed(Mono<T> sending) {
    return sending.contextWrite(
        context -> context.put(McpAsyncClient.NEGOTIATED_PROTOCOL_VERSION, version));
  }

  @Override
  public void close() {
    session.close();
  }
}
