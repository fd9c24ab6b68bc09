package dev.reprise.mcp;

import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * A transport that can be looked at: the library's client neither says under which id it calls a
 * tool, without which no call can be cancelled, nor what becomes of the connection, and it would
 * begin another one of its own.
 */
final class ObservedTransport implements McpClientTransport {

  static final String CANCELLED = "notifications/cancelled";

  private final McpClientTransport transport;
  private final Watcher watcher;
  private final AtomicBoolean connected = new AtomicBoolean();

  ObservedTransport(McpClientTransport transport, Watcher watcher) {
    this.transport = transport;
    this.watcher = watcher;
  }

  /** Who wants to know. It is told on threads that must not wait. */
  interface Watcher {

    /**
     * A call of a tool is about to be sent.
     *
     * @param token under which the call's progress is told
     * @param id of the request
     */
    void calling(Object token, Object id);

    /**
     * Something has come of a call.
     *
     * @param params as they were sent, by a server that may send anything
     */
    void progress(Object params);

    /** The server may have other tools now. */
    void toolsChanged();

    /** Something is wrong with the connection, or it is over. */
    void failed(Throwable failure);
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    if (!connected.compareAndSet(false, true)) {
      return Mono.error(new RequestNotSentException("is not connected any more"));
    }
    return transport.connect(messages -> handler.apply(messages.filter(this::isForTheLibrary)));
  }

  /**
   * The library would ask for the whole list of tools, however long it is, each time one changes.
   */
  private boolean isForTheLibrary(JSONRPCMessage message) {
    if (!(message instanceof JSONRPCNotification notification)) {
      return true;
    }
    switch (String.valueOf(notification.method())) {
      case McpSchema.METHOD_NOTIFICATION_TOOLS_LIST_CHANGED -> watcher.toolsChanged();
      case McpSchema.METHOD_NOTIFICATION_PROGRESS -> watcher.progress(notification.params());
      default -> {
        return true;
      }
    }
    return false;
  }

  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {
    transport.setExceptionHandler(watcher::failed); // the library's would connect again
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    if (message instanceof JSONRPCRequest request
        && request.params() instanceof CallToolRequest call
        && call.meta() != null) {
      Object token = call.meta().get("progressToken");
      if (token != null) {
        watcher.calling(token, request.id());
      }
    }
    return transport.sendMessage(message);
  }

  /** Tells the server that nobody waits any more for what a request leads to. */
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
