package dev.reprise.mcp.transport;

import dev.reprise.platform.redaction.Redaction;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCNotification;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * A transport that redacts all that a server sends before other code reads it: results, errors,
 * declarations of tools, and progress. So no model receives a secret that its server was given, and
 * a text that is cut later cannot end within a secret. Tested by {@code LeakyMcpServerTest}.
 */
final class RedactingTransport implements McpClientTransport {

  private final McpClientTransport transport;
  private final Redaction redaction;

  RedactingTransport(McpClientTransport transport, Redaction redaction) {
    this.transport = transport;
    this.redaction = redaction;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    return transport.connect(messages -> handler.apply(messages.map(this::redacted)));
  }

  private JSONRPCMessage redacted(JSONRPCMessage message) {
    if (redaction.isIdle()) {
      return message;
    }
    return switch (message) {
      case JSONRPCResponse it ->
          new JSONRPCResponse(it.jsonrpc(), it.id(), value(it.result()), error(it.error()));
      case JSONRPCNotification it ->
          new JSONRPCNotification(it.jsonrpc(), it.method(), value(it.params()));
      case JSONRPCRequest it ->
          new JSONRPCRequest(it.jsonrpc(), it.method(), it.id(), value(it.params()));
      default -> message;
    };
  }

  private @Nullable JSONRPCError error(@Nullable JSONRPCError error) {
    return error == null
        ? null
        : new JSONRPCError(error.code(), (String) value(error.message()), value(error.data()));
  }

  /** Returns a value of parsed JSON, redacted. */
  private @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case String text -> redaction.text(text);
      case Map<?, ?> members -> members(members);
      case List<?> elements -> elements.stream().map(this::value).toList();
      case Number number -> number(number);
      case null, default -> value;
    };
  }

  private Object number(Number number) {
    String digits = number.toString();
    String redacted = redaction.text(digits);
    return redacted.equals(digits) ? number : redacted;
  }

  private Map<String, @Nullable Object> members(Map<?, ?> members) {
    Map<String, @Nullable Object> redacted = new LinkedHashMap<>();
    members.forEach(
        (name, value) -> redacted.put(redaction.text(String.valueOf(name)), value(value)));
    return redacted;
  }

  @Override
  public void setExceptionHandler(Consumer<Throwable> handler) {
    transport.setExceptionHandler(handler);
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return transport.sendMessage(message);
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
