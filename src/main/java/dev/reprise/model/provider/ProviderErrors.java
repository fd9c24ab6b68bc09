package dev.reprise.model.provider;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.model.OfferedTool;
import dev.reprise.platform.Json;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.FaultClassifier;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the errors of providers: in the body of an error response, or within a reply that began
 * well.
 *
 * <p>OpenAI sends <code>{"error": {"message", "type", "code"}}</code>, Anthropic the same with a
 * type around it, Ollama <code>{"error": "text"}</code>. Servers that are compatible with them
 * vary. Tested by {@code OpenAiProviderTest}.
 */
public final class ProviderErrors {

  private static final int MAX_MESSAGE_LENGTH = 300;

  /** How providers say which of the tools of a request they refuse, counted from 0. */
  private static final Pattern TOOL = Pattern.compile("\\btools(?:\\.|\\[)(\\d{1,4})\\b");

  private ProviderErrors() {}

  /** Returns the fault of a response whose status is not a success. */
  public static Fault ofStatus(String provider, int status, String body) {
    String message =
        "model provider '%s' answered %d: %s".formatted(provider, status, message(body));
    return new Fault(kind(status, body), message);
  }

  /** Returns the fault of a refused request; if it counts the tools, it also names the one. */
  static Fault namingTheTool(Fault refusal, List<OfferedTool> tools) {
    Matcher place = TOOL.matcher(refusal.message());
    if (refusal.kind() != FailureClass.INVALID_REQUEST || !place.find()) {
      return refusal;
    }
    int index = Integer.parseInt(place.group(1));
    return index >= tools.size()
        ? refusal
        : new Fault(
            refusal.kind(), "%s (tool '%s')".formatted(refusal.message(), tools.get(index).name()));
  }

  /** Returns the fault in a reply or in a piece of one; empty if there is none. */
  public static Optional<Fault> within(String provider, JsonNode reply) {
    if (isError(reply.path("error"))) {
      return Optional.of(failed(provider, reply));
    }
    for (JsonNode choice : reply.path("choices")) {
      if (choice.path("index").asInt() != 0) {
        continue; // it was not asked for
      }
      if (isError(choice.path("error"))) {
        return Optional.of(failed(provider, choice));
      }
      if (choice.path("finish_reason").asText().equals("error")) {
        return Optional.of(
            new Fault(
                FailureClass.SERVER_ERROR,
                "model provider '%s' ended its reply with an error and does not say which"
                    .formatted(provider)));
      }
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

  /** An error that says nothing is none: some gateways add an empty one to each piece. */
  private static boolean isError(JsonNode error) {
    return error.isContainerNode() ? !error.isEmpty() : !error.asText("").isBlank();
  }

  private static Fault failed(String provider, JsonNode reply) {
    String body = Json.write(reply);
    return new Fault(
        kind(status(reply.path("error")), body),
        "model provider '%s' failed within its reply: %s".formatted(provider, message(body)));
  }

  private static FailureClass kind(int status, String body) {
    return status == 409
        ? FailureClass.SERVER_ERROR // two of the provider's servers were in conflict
        : FaultClassifier.ofStatus(status, body);
  }

  /** Returns the status that the error would have had as a response of its own. */
  private static int status(JsonNode error) {
    for (String member : new String[] {"code", "status"}) {
      int status = error.path(member).asInt(); // also reads a number that is written as text
      if (status >= 400 && status < 600) {
        return status;
      }
    }
    int ofType = status(error.path("type").asText());
    return ofType == 500 ? status(error.path("code").asText()) : ofType;
  }

  private static int status(String code) {
    return switch (code) {
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

  /** Returns the provider's message in one line. */
  private static String message(String body) {
    try {
      JsonNode error = Json.read(body).path("error");
      String message = error.isTextual() ? error.textValue() : error.path("message").asText("");
      return brief(message.isBlank() ? body : message);
    } catch (IllegalArgumentException e) {
      return brief(body); // for example the page of a proxy
    }
  }

  private static String brief(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    if (line.isEmpty()) {
      return "no details";
    }
    return line.length() <= MAX_MESSAGE_LENGTH ? line : line.substring(0, MAX_MESSAGE_LENGTH) + "…";
  }
}
