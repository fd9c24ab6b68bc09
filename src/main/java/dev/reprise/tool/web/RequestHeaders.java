package dev.reprise.tool.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.reprise.tool.TextConstraint;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.NonNull;

/**
 * The headers that a model may set. Only {@code authorization} may hold a secret: others follow a
 * redirect to another server.
 */
record RequestHeaders(
    Optional<@NonNull @TextConstraint(pattern = VALUE) String> accept,
    @JsonProperty("accept-language")
        Optional<@NonNull @TextConstraint(pattern = VALUE) String> acceptLanguage,
    Optional<@NonNull @TextConstraint(pattern = VALUE) String> authorization,
    @JsonProperty("if-none-match")
        Optional<@NonNull @TextConstraint(pattern = VALUE) String> ifNoneMatch,
    @JsonProperty("if-modified-since")
        Optional<@NonNull @TextConstraint(pattern = VALUE) String> ifModifiedSince) {

  /** The description of these headers for models. */
  static final String DESCRIPTION =
      "for this server only: none but accept and accept-language follow a redirect elsewhere";

  /** The place of the secret, as a JSON pointer into the arguments. */
  static final String AUTHORIZATION = "/headers/authorization";

  private static final String VALUE = "^[ -~]{1,1000}$";

  /** Returns the headers that are set. */
  Map<String, String> byName() {
    Map<String, String> all = new HashMap<>();
    accept.ifPresent(value -> all.put("accept", value));
    acceptLanguage.ifPresent(value -> all.put("accept-language", value));
    authorization.ifPresent(value -> all.put("authorization", value));
    ifNoneMatch.ifPresent(value -> all.put("if-none-match", value));
    ifModifiedSince.ifPresent(value -> all.put("if-modified-since", value));
    return all;
  }
}
