package dev.reprise.tool.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.EffectClass;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.Json;
import dev.reprise.tool.ArgumentSchema;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;

/**
 * The control tool {@code wait_until}: its declaration, the meaning of its arguments, and the
 * result of a wait that has ended. The run itself waits.
 */
public final class WaitUntilDeclaration {

  /** The longest wait. */
  static final Duration LONGEST = Duration.ofDays(366);

  public static final ToolDeclaration DECLARATION =
      ToolDeclaration.named(ControlTool.WAIT_UNTIL.toolName(), EffectClass.READ_ONLY)
          .describedAs(
              """
          Waits until a time, or for a while, before you go on; at most 366 days. Give either \
          "until" or "for", not both. Calls that you make beside it run meanwhile. Deadlines of \
          the phase and of the run go on counting: after a wait that reaches past them the phase \
          ends. A time that has passed is over at once. Gives the time at which it was over.""")
          .taking(
              ArgumentSchema.text(
                  """
              {
                "type": "object",
                "properties": {
                  "until": {
                    "type": "string",
                    "description": "an ISO-8601 instant, for example 2026-03-01T08:00:00Z"
                  },
                  "for": {
                    "type": "string",
                    "description": "an ISO-8601 duration of days and less, for example P1DT12H"
                  }
                },
                "additionalProperties": false
              }
              """))
          .in("control", "wait")
          .within(LONGEST)
          .build();

  private static final ArgumentSchema SCHEMA = ArgumentSchema.of(DECLARATION);

  private WaitUntilDeclaration() {}

  /**
   * Returns the time until which a call waits; it may be in the past.
   *
   * @param now when the call is made
   * @throws ToolException {@code invalid_arguments}, saying what is wrong and what is allowed
   */
  public static Instant time(JsonValue arguments, Instant now) throws ToolException {
    JsonNode given = SCHEMA.read(arguments);
    if (given.size() != 1) {
      throw refused(given.isEmpty() ? "neither is given" : "both are given");
    }
    Instant until =
        given.has("until")
            ? instant(given.get("until").textValue())
            : now.plus(duration(given.get("for").textValue()));
    if (until.isAfter(now.plus(LONGEST))) {
      throw refused(until + " is too far ahead");
    }
    return until;
  }

  /** Returns the result of a call whose time has come. */
  public static String over(Instant now) {
    return Json.write(JsonNodeFactory.instance.objectNode().put("now", now.toString()));
  }

  private static Instant instant(String text) throws ToolException {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw refused("'%s' is no instant".formatted(text));
    }
  }

  private static Duration duration(String text) throws ToolException {
    Duration duration;
    try {
      duration = Duration.parse(text);
    } catch (DateTimeException e) {
      throw refused("'%s' is no duration".formatted(text));
    }
    if (duration.isNegative() || duration.compareTo(LONGEST) > 0) {
      throw refused("'%s' is less than nothing or too long".formatted(text));
    }
    return duration;
  }

  private static ToolException refused(String problem) {
    return new ToolException(
        "invalid_arguments",
        """
        wait_until did not wait: %s. It takes either "until", an ISO-8601 instant such as \
        2026-03-01T08:00:00Z, or "for", an ISO-8601 duration such as P1DT12H or PT90S; at most \
        %d days ahead"""
            .formatted(problem, LONGEST.toDays()));
  }
}
