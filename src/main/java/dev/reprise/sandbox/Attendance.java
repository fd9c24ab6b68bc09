package dev.reprise.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import java.util.Optional;

/** Answers what one script asks, and understands how it says that it ended. */
final class Attendance {

  /** The engine cannot take an answer of no length. */
  private static final String NOTHING = " ";

  private final Script script;
  private final SandboxLimits limits;
  private final Output output;

  Attendance(Script script, SandboxLimits limits) {
    this.script = script;
    this.limits = limits;
    this.output = new Output(limits.outputCharacters());
  }

  /** What the script has written so far. */
  String output() {
    return output.toString();
  }

  /** Returns how the script ended if that is what the question says. */
  Optional<Ending> ending(Knock.Question question) {
    return switch (question.what()) {
      case "value" -> Optional.of(returned(question.text()));
      case "nothing" -> Optional.of(new Ending.ReturnedNothing());
      case "large" -> Optional.of(new Ending.Exceeded(Limit.RESULT));
      case "threw" -> Optional.of(threw(Json.read(question.text()), question.full()));
      default -> Optional.empty();
    };
  }

  /** Returns the answer to any other question. */
  byte[] answer(Knock.Question question) throws InterruptedException {
    return switch (question.what()) {
      case "about" -> bytes(GuestJson.write(about()));
      case "input" -> bytes(GuestJson.write(script.input()));
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

  /** An exception of a host function would end the guest; a failure is something it can catch. */
  private String call(String name, JsonNode arguments) throws InterruptedException {
    HostFunction function = script.functions().get(name);
    if (function == null) {
      return failure("unknown_function", "there is no function '%s'".formatted(name));
    }
    try {
      String answer = GuestJson.write(object().set("value", function.call(arguments)));
      return answer.length() > limits.messageCharacters()
          ? failure(
              "answer_too_large",
              "the answer of %s has %s characters of JSON; at most %s"
                  .formatted(name, answer.length(), limits.messageCharacters()))
          : answer;
    } catch (HostFailure e) {
      return failure(e.code(), String.valueOf(e.getMessage()));
    } catch (UnfitNumber e) {
      return failure("unfit_number", "the answer of %s: %s".formatted(name, e.getMessage()));
    }
  }

  private static String failure(String code, String message) {
    ObjectNode answer = object();
    answer.putObject("failure").put("code", code).put("message", message);
    return GuestJson.write(answer);
  }

  private static Ending returned(String text) {
    try {
      return new Ending.Returned(Json.read(text));
    } catch (IllegalArgumentException e) {
      return new Ending.Threw(
          "RangeError", "the result cannot be read: %s".formatted(e.getMessage()), 0);
    }
  }

  /** Where there is no memory left for an error, the engine throws a null. */
  private static Ending threw(JsonNode error, boolean full) {
    String name = error.path("name").asText();
    String message = error.path("message").asText();
    boolean hasNoMemory = name.equals("InternalError") && message.equals("out of memory");
    return hasNoMemory || (full && name.isEmpty() && message.equals("null"))
        ? new Ending.Exceeded(Limit.MEMORY)
        : new Ending.Threw(name, message, Math.max(0, error.path("line").asInt()));
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
