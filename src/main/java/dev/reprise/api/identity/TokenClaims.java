package dev.reprise.api.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.platform.Json;
import java.util.Base64;
import java.util.Optional;

/**
 * The claims of a JSON Web Token (RFC 7519) that the container has verified. This reads them and
 * verifies nothing.
 */
record TokenClaims(JsonNode claims) {

  private static final int PARTS = 3;

  /** Reads the claims; a token of another form has none. */
  static TokenClaims of(String token) {
    String[] parts = token.split("\\.", -1);
    try {
      return new TokenClaims(
          parts.length == PARTS
              ? Json.read(new String(Base64.getUrlDecoder().decode(parts[1]), UTF_8))
              : JsonNodeFactory.instance.objectNode());
    } catch (IllegalArgumentException notJson) {
      return new TokenClaims(JsonNodeFactory.instance.objectNode());
    }
  }

  /** Returns a claim that is a text. */
  Optional<String> text(String name) {
    return Optional.ofNullable(claims.path(name).textValue());
  }
}
