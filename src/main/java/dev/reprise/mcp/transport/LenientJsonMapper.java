package dev.reprise.mcp.transport;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import dev.reprise.platform.LenientJson;
import dev.reprise.platform.redaction.Redaction;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpTransportException;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the messages of the protocol. What has the id of a request is its answer,
 * whatever else is odd about it: the library would refuse an answer with a {@code result} of null,
 * with an error in other words than the protocol's, or with one value that is out of bounds. Tested
 * by {@code HostileServerTest}.
 */
final class LenientJsonMapper implements McpJsonMapper {

  private final McpJsonMapper exact =
      new JacksonMcpJsonMapper(
          JsonMapper.builder(
                  Json.factory(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(Json.MAX_DEPTH)
                          .maxStringLength(Integer.MAX_VALUE)))
              .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
              // the numbers of schemas and results pass through exactly, and none becomes infinite
              .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
              .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
              .build());

  private final Redaction redaction;

  /**
   * @param redaction of errors that are thrown here, because libraries log those that come too late
   */
  LenientJsonMapper(Redaction redaction) {
    this.redaction = redaction;
  }

  /** The library reads each message by this method, as a map, and then converts the map. */
  @Override
  public <T> T readValue(String content, TypeRef<T> type) throws IOException {
    JsonNode message = message(content);
    if (!(message instanceof ObjectNode members)) {
      throw new IOException("sent JSON that is no message");
    }
    if (members.has("id") && members.path("method").isMissingNode() && !hasOutcome(members)) {
      members.putNull("result"); // an answer, which the library takes for no message
    }
    return exact.convertValue(members, type);
  }

  private static boolean hasOutcome(ObjectNode answer) {
    return answer.has("result") || answer.has("error");
  }

  private static JsonNode message(String content) throws IOException {
    try {
      return LenientJson.read(content);
    } catch (IllegalArgumentException e) {
      throw new IOException("sent what is " + e.getMessage(), e);
    }
  }

  @Override
  public <T> T convertValue(Object value, Class<T> type) {
    return type == JSONRPCResponse.class && value instanceof Map<?, ?> message
        ? type.cast(response(message))
        : exact.convertValue(value, type);
  }

  /**
   * What has no id answers the request in whose HTTP response it came, which then fails with it.
   */
  private JSONRPCResponse response(Map<?, ?> message) {
    Object id = message.get("id");
    Object error = message.get("error");
    if (id == null) {
      throw error == null
          ? new McpTransportException("sent an answer without the id of a request")
          : new McpError(withoutSecrets(error(error)));
    }
    if (error != null) {
      return new JSONRPCResponse(McpSchema.JSONRPC_VERSION, id, null, error(error));
    }
    Object result = Objects.requireNonNullElse(message.get("result"), NullNode.getInstance());
    return new JSONRPCResponse(McpSchema.JSONRPC_VERSION, id, result, null);
  }

  private JSONRPCError withoutSecrets(JSONRPCError error) {
    return new JSONRPCError(error.code(), redaction.text(error.message()), null);
  }

  private JSONRPCError error(Object error) {
    JsonNode said = exact.convertValue(error, JsonNode.class);
    JsonNode message = said.path("message");
    return new JSONRPCError(
        said.path("code").asInt(McpSchema.ErrorCodes.INTERNAL_ERROR),
        message.isTextual() ? message.textValue() : Json.write(said),
        data(error));
  }

  private static @Nullable Object data(Object error) {
    return error instanceof Map<?, ?> members ? members.get("data") : null;
  }

  @Override
  public <T> T readValue(String content, Class<T> type) throws IOException {
    return exact.readValue(content, type);
  }

  @Override
  public <T> T readValue(byte[] content, Class<T> type) throws IOException {
    return exact.readValue(content, type);
  }

  @Override
  public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
    return exact.readValue(content, type);
  }

  @Override
  public <T> T convertValue(Object value, TypeRef<T> type) {
    return exact.convertValue(value, type);
  }

  @Override
  public String writeValueAsString(Object value) throws IOException {
    return exact.writeValueAsString(value);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) throws IOException {
    return exact.writeValueAsBytes(value);
  }
}
