package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import java.util.Optional;

/**
 * What providers say in place of a reply: as the body of an answer with an HTTP status, or within a
 * reply that began well.
 *
 * <p>OpenAI has <code>{"error": {"message", "type", "code"}}</code>, Anthropic the same with a type
 * around it, Ollama <code>{"error": "words"}</code>; servers that speak for them vary.
 */
final class ProviderErrors {

  private static final int MAX_WORDS = 300;

  private ProviderErrors() {}

  /** Returns what an answer means whose status is no success. */
  static Fault ofStatus(String provider, int status, String body) {
    String message = "model provider '%s' answered %d: %s".formatted(provider, status, words(body));
    return new Fault(kind(status, body), message);
  }

  /** Returns what is wrong with a reply, or a piece of one; empty if it is a good one. */
  static Optional<Fault> within(String provider, JsonNode said) {
    JsonNode error = said.path("error");
    if (!error.isMissingNode() && !error.isNull()) {
      String body = Json.write(said);
      return Optional.of(
          new Fault(
              kind(status(error), body),
              "model provider '%s' failed within its reply: %s".formatted(provider, words(body))));
    }
    for (JsonNode choice : said.path("choices")) {
      for (String part : new String[] {"message", "delta"}) {
        String refusal = choice.path(part).path("refusal").asText("");
        if (!refusal.isBlank()) {
          return Optional.of(
              new Fault(
                  FailureClass.CONTENT_REFUSED,
                  "model provider '%s' refused: %s".formatted(provider, brief(refusal))));
        }
      }
    }
    return Optional.empty();
  }

  private static FailureClass kind(int status, String body) {
    return status == 409
        ? FailureClass.SERVER_ERROR // two of its servers got into each other's way
        : FaultClassifier.ofStatus(status, body);
  }

  /** Returns the status that the error would have had, had it come before the reply. */
  private static int status(JsonNode error) {
    for (String member : new String[] {"code", "status"}) {
      int status = error.path(member).asInt(); // also of a number written as a text
      if (status >= 400 && status < 600) {
        return status;
      }
    }
    int ofType = status(error.path("type").asText());
    return ofType == 500 ? status(error.path("code").asText()) : ofType;
  }

  private static int status(String word) {
    return switch (word) {
      case "overloaded_error", "overloaded", "engine_overloaded" -> 529;
      case "rate_limit_error", "rate_limit_exceeded", "requests", "tokens", "insufficient_quota" ->
          429;
      case "authentication_error", "permission_error", "invalid_api_key", "billing_error" -> 401;
      case "timeout_error" -> 504;
      case "invalid_request_error",
          "not_found_error",
          "model_not_found",
          "request_too_large",
          "context_length_exceeded",
          "content_filter" ->
          400;
      default -> 500;
    };
  }

  /** Returns what the provider says about it, in one line. */
  private static String words(String body) {
    try {
      JsonNode error = Json.read(body).path("error");
      String message = error.isTextual() ? error.textValue() : error.path("message").asText("");
      return brief(message.isBlank() ? body : message);
    } catch (IllegalArgumentException e) {
      return brief(body); // a proxy's page, for example
    }
  }

  private static String brief(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    if (line.isEmpty()) {
      return "nothing more";
    }
    return line.length() <= MAX_WORDS ? line : line.substring(0, MAX_WORDS) + "…";
  }
}
