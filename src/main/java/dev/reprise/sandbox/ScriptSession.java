package dev.reprise.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.util.Optional;

/**
 * Answers the calls of one script, and reads how the script ended. Tested by {@code
 * ManyScriptsTest}.
 */
final class ScriptSession {

  /** The engine cannot take an empty answer. */
  private static final String NOTHING = " ";

  private final Script script;
  private final SandboxLimits limits;
  private final ConsoleOutput output;

  ScriptSession(Script script, SandboxLimits limits) {
    this.script = script;
    this.limits = limits;
    this.output = new ConsoleOutput(limits.outputCharacters());
  }

  /** Returns what the script has written so far. */
  String output() {
    return output.toString();
  }

  /** Returns how the script ended, if this call reports it. */
  Optional<ScriptResult> ending(GuestMessage.HostCall question) {
    return switch (question.what()) {
      case "value" -> Optional.of(returned(question.text()));
      case "nothing" -> Optional.of(new ScriptResult.ReturnedNothing());
      case "large" -> Optional.of(new ScriptResult.Exceeded(Limit.RESULT));
      case "threw" -> Optional.of(threw(Json.read(question.text()), question.full()));
      default -> Optional.empty();
    };
  }

  /** Returns the answer to any other call. */
  byte[] answer(GuestMessage.HostCall question) throws InterruptedException {
    return switch (question.what()) {
      case "about" -> bytes(JavaScriptJson.write(about()));
      case "input" -> bytes(JavaScriptJson.write(script.input()));
      case "code" -> bytes(script.code() + NOTHING);
      case "call" -> bytes(call(question.name(), Json.read(question.text())));
      case "log" -> {
        output.append(Json.read(question.text()).textValue());
        yield bytes(NOTHING);
      }
      default -> throw new IllegalStateException("a guest wants '%s'".formatted(question.what()));
    };
  }

  private ObjectNode about() {
    ObjectNode about = object();
    about.put("message", limits.messageCharacters());
    about.put("output", limits.outputCharacters());
    script.functions().keySet().stream().sorted().forEach(about.putArray("functions")::add);
    return about;
  }

  /**
   * An exception of a host function would end the guest. So it is sent as a failure, which the
   * script can catch.
   */
  private String call(String name, JsonNode arguments) throws InterruptedException {
    HostFunction function = script.functions().get(name);
    if (function == null) {
      return failure("unknown_function", "there is no function '%s'".formatted(name));
    }
    try {
      String answer = JavaScriptJson.write(object().set("value", function.call(arguments)));
      return answer.length() > limits.messageCharacters()
          ? failure(
              "answer_too_large",
              "the answer of %s has %s characters of JSON; at most %s"
                  .formatted(name, answer.length(), limits.messageCharacters()))
          : answer;
    } catch (HostFunctionException e) {
      return failure(e.code(), String.valueOf(e.getMessage()));
    } catch (UnrepresentableNumberException e) {
      return failure("unfit_number", "the answer of %s: %s".formatted(name, e.getMessage()));
    }
  }

  private static String failure(String code, String message) {
    ObjectNode answer = object();
    answer.putObject("failure").put("code", code).put("message", message);
    return JavaScriptJson.write(answer);
  }

  private static ScriptResult returned(String text) {
    try {
      return new ScriptResult.Returned(Json.read(text));
    } catch (IllegalArgumentException e) {
      return new ScriptResult.Threw(
          "RangeError", "the result cannot be read: %s".formatted(e.getMessage()), 0);
    }
  }

  /** If no memory is left for an error, the engine throws a null. */
  private static ScriptResult threw(JsonNode error, boolean full) {
    String name = error.path("name").asText();
    String message = error.path("message").asText();
    boolean hasNoMemory = name.equals("InternalError") && message.equals("out of memory");
    return hasNoMemory || (full && name.isEmpty() && message.equals("null"))
        ? new ScriptResult.Exceeded(Limit.MEMORY)
        : new ScriptResult.Threw(name, message, Math.max(0, error.path("line").asInt()));
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
