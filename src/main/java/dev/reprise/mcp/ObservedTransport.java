package dev.reprise.mcp;

import dev.reprise.mcp.transport.RequestNotSentException;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A transport that reports what happens on it. The library's session does not tell the id of a
 * request, without which no call can be cancelled, nor the end of the connection. Tested by {@code
 * HostileServerTest}.
 */
final class ObservedTransport implements McpClientTransport {

  static final String CANCELLED = "notifications/cancelled";

  private final McpClientTransport transport;
  private final Watcher watcher;
  private final AtomicBoolean connected = new AtomicBoolean();

  ObservedTransport(McpClientTransport transport, Watcher watcher) {
    this.transport = transport;
    this.watcher = watcher;
    transport.setExceptionHandler(watcher::failed);
  }

  /** Receives the reports, on threads that must not block. */
  interface Watcher {

    /**
     * A call of a tool is about to be sent.
     *
     * @param token the token of the call's progress
     * @param id the id of the request
     */
    void calling(Object token, Object id);

    /**
     * The server reported progress of a call.
     *
     * @param params as the server sent them; it may send anything
     */
    void progress(Object params);

    /** The server reported that its tools have changed. */
    void toolsChanged();

    /** The connection is broken, or over. */
    void failed(Throwable failure);
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    if (!connected.compareAndSet(false, true)) {
      return Mono.error(new RequestNotSentException("is not connected any more"));
    }
    return transport.connect(messages -> handler.apply(messages.filter(this::isForTheLibrary)));
  }

  /** The library has no use for a notification, and logs each that it does not know. */
  private boolean isForTheLibrary(JSONRPCMessage message) {
    if (!(message instanceof JSONRPCNotification notification)) {
      return true;
    }
    switch (String.valueOf(notification.method())) {
      case McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED -> watcher.toolsChanged();
      case McpSchema.METHOD_NOTIFICATION_PROGRESS -> watcher.progress(notification.params());
      default -> {}
    }
    return false;
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    if (message instanceof JSONRPCRequest request
        && request.params() instanceof Map<?, ?> params
        && params.get("_meta") instanceof Map<?, ?> meta) {
      Optional.ofNullable(meta.get("progressToken"))
          .ifPresent(token -> watcher.calling(token, request.id()));
    }
    return transport.sendMessage(message);
  }

  /** Tells the server that the caller no longer waits for the answer to a request. */
  Mono<Void> cancel(Object requestId, String reason) {
    return transport.sendMessage(
        new JSONRPCNotification(CANCELLED, Map.of("requestId", requestId, "reason", reason)));
  }

  @Override
  public Mono<Void> closeGracefully() {
    return transport.closeGracefully();
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return transport.unmarshalFrom(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return transport.protocolVersions();
  }
}
