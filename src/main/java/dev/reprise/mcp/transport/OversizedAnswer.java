package dev.reprise.mcp.transport;

import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse.JSONRPCError;
import io.modelcontextprotocol.spec.McpTransportException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An answer that is longer than a message may be. The server has done what it was asked for, so the
 * request that it answers must be told so. Servers write the id of a request before the result or
 * after it.
 */
public final class OversizedAnswer {

  private static final String ID = "\"id\"\\s*:\\s*(?:\"([^\"\\\\]{1,100})\"|(\\d{1,18}))\\s*";
  private static final String VERSION = "\"jsonrpc\"\\s*:\\s*\"2\\.0\"\\s*";
  private static final Pattern BEFORE =
      Pattern.compile(
          "\\s*\\{\\s*(?:" + VERSION + ",\\s*)?" + ID + ",\\s*(?:" + VERSION + ",\\s*)?\"result\"");
  private static final Pattern AFTER =
      Pattern.compile("[\\]}\"el0-9]\\s*,\\s*(?:" + VERSION + ",\\s*)?" + ID + "\\}\\s*$");

  /** A code of this client's own, which no server sends. */
  private static final int CODE = -32_099;

  /** The library has no type for it, only a message. */
  private static final String WORDS_OF_LIBRARY = "exceeds the maximum allowed size";

  private OversizedAnswer() {}

  /** Returns whether a request failed because its answer was too long. */
  public static boolean is(Throwable failure) {
    return switch (failure) {
      case McpError error ->
          error.getJsonRpcError() != null && error.getJsonRpcError().code() == CODE;
      case McpTransportException e -> String.valueOf(e.getMessage()).contains(WORDS_OF_LIBRARY);
      default -> false;
    };
  }

  /**
   * Returns an error in place of a line that is too long; empty if it is no answer.
   *
   * @param line only its beginning and its end are known
   */
  static Optional<JSONRPCResponse> of(BoundedLines.Line line) {
    Matcher before = BEFORE.matcher(line.text());
    if (before.lookingAt()) {
      return Optional.of(of(id(before)));
    }
    Matcher after = AFTER.matcher(line.ending());
    return after.find() ? Optional.of(of(id(after))) : Optional.empty();
  }

  private static Object id(Matcher found) {
    String text = found.group(1);
    return text == null ? Long.valueOf(Objects.requireNonNull(found.group(2))) : text;
  }

  private static JSONRPCResponse of(Object id) {
    return JSONRPCResponse.error(
        id,
        new JSONRPCError(
            CODE,
            "an answer of more than %d MiB".formatted(Transports.MAX_MESSAGE_BYTES >> 20),
            null));
  }
}
