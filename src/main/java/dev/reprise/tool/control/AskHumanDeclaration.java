package dev.reprise.tool.control;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.tool.ArgumentSchema;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The control tool {@code ask_human}: its declaration, and the meaning of its arguments. The run
 * itself waits for the answer. Tested by {@code AnyPrefixResumesTest}.
 */
public final class AskHumanDeclaration {

  static final Duration LONGEST = Duration.ofDays(366);

  public static final ToolDeclaration DECLARATION =
      ToolDeclaration.named(ControlTool.ASK_HUMAN.toolName(), EffectClass.READ_ONLY)
          .describedAs(
              """
          Asks a person, and waits for the answer, which may take days; gives what the person says. \
          Ask only what nobody but a person can know or decide, and say in the question all that is \
          needed to answer it. Calls that you make beside it run meanwhile.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "question": {"type": "string", "minLength": 1, "maxLength": 4000},
                  "options": {
                    "type": "array",
                    "items": {"type": "string", "minLength": 1, "maxLength": 200},
                    "minItems": 2,
                    "maxItems": 20,
                    "uniqueItems": true,
                    "description": "the answers to choose from; leave it out for a free answer"
                  },
                  "for": {
                    "type": "string",
                    "description": "how long to wait, an ISO-8601 duration of days and less such as P2D; default: as long as it takes"
                  }
                },
                "required": ["question"],
                "additionalProperties": false
              }
              """))
          .in("control", "wait", "people")
          .within(LONGEST)
          .build();

  private static final ArgumentSchema SCHEMA = ArgumentSchema.of(DECLARATION);

  private AskHumanDeclaration() {}

  /**
   * The question of a call.
   *
   * @param until when the question expires; empty for never
   */
  public record Question(String text, Optional<Instant> until) {}

  /**
   * Returns the question of a call.
   *
   * @param now when the call is made
   * @throws ToolException {@code invalid_arguments}, saying what is wrong and what is allowed
   */
  public static Question question(JsonValue arguments, Instant now) throws ToolException {
    JsonNode given = SCHEMA.read(arguments);
    return new Question(
        given.get("question").textValue(),
        given.has("for")
            ? Optional.of(now.plus(duration(given.get("for").textValue())))
            : Optional.empty());
  }

  /** Returns the answers to choose from; empty if any answer is allowed. */
  public static List<String> options(JsonValue arguments) {
    try {
      List<String> options = new ArrayList<>();
      SCHEMA.read(arguments).path("options").forEach(option -> options.add(option.textValue()));
      return options;
    } catch (ToolException e) {
      throw new IllegalArgumentException("a question that was never asked has no answers", e);
    }
  }

  private static Duration duration(String text) throws ToolException {
    Duration duration;
    try {
      duration = Duration.parse(text);
    } catch (DateTimeException e) {
      throw refused(text);
    }
    if (!duration.isPositive() || duration.compareTo(LONGEST) > 0) {
      throw refused(text);
    }
    return duration;
  }

  private static ToolException refused(String given) {
    return new ToolException(
        "invalid_arguments",
        "ask_human asked no person: \"for\" must be an ISO-8601 duration such as P2D, more than zero and at most %2$d days, not '%1$s'"
            .formatted(given, LONGEST.toDays()));
  }
}
