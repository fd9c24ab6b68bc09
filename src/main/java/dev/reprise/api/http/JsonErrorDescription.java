package dev.reprise.api.http;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import dev.reprise.platform.IllFormedTextException;
import dev.reprise.platform.Json;
import java.net.URI;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Says what is wrong with a body of JSON, in the body's own terms. Tested by {@code ApiJsonTest}.
 */
final class JsonErrorDescription {

  private static final Set<Class<?>> WHOLE_NUMBERS =
      Set.of(int.class, Integer.class, long.class, Long.class);

  private JsonErrorDescription() {}

  static ProblemException of(JsonProcessingException fault) {
    return switch (fault) {
      case UnrecognizedPropertyException unknown -> unknownProperty(unknown);
      case IllFormedTextException text ->
          one(
              ProblemType.INVALID_VALUE,
              text.path(),
              "must have neither U+0000 nor an unpaired surrogate");
      case MismatchedInputException mismatched when isTrailing(mismatched) ->
          malformed(mismatched, "a second value follows the first");
      case MismatchedInputException mismatched -> wrongType(mismatched);
      case StreamConstraintsException beyond -> tooMuch(beyond);
      case JsonMappingException mapping
          when mapping.getCause() instanceof InputCoercionException number ->
          one(ProblemType.WRONG_TYPE, path(mapping), rule(number.getTargetType()));
      case JsonMappingException mapping
          when mapping.getCause() instanceof JsonProcessingException e ->
          of(e);
      case StreamReadException syntax when isDuplicate(syntax) -> duplicate(syntax);
      default -> malformed(fault, firstLine(Json.reason(fault)));
    };
  }

  private static ProblemException tooMuch(StreamConstraintsException fault) {
    if (fault.getOriginalMessage().startsWith("Token count")) {
      return new ProblemException(
          ProblemType.BODY_TOO_LARGE,
          "A JSON body must have at most %d tokens: values, names, brackets and braces."
              .formatted(ApiJson.MAX_TOKENS));
    }
    return malformed(
        fault,
        ("it must not be nested deeper than %d, nor have a name of more than %d characters, a"
                + " number of more than %d digits when it is written without an exponent, or a"
                + " text of more than %d characters")
            .formatted(
                Json.MAX_DEPTH, ApiJson.MAX_NAME_LENGTH, Json.MAX_DIGITS, ApiJson.MAX_BYTES));
  }

  private static boolean isTrailing(MismatchedInputException fault) {
    return fault.getOriginalMessage().startsWith("Trailing token");
  }

  private static boolean isDuplicate(StreamReadException fault) {
    return fault.getOriginalMessage().startsWith("Duplicate");
  }

  private static ProblemException unknownProperty(UnrecognizedPropertyException fault) {
    Collection<Object> known = Optional.ofNullable(fault.getKnownPropertyIds()).orElse(List.of());
    String allowed =
        known.stream().map(Object::toString).sorted().collect(Collectors.joining(", "));
    return one(
        ProblemType.UNKNOWN_PROPERTY,
        path(fault),
        "is not known; the allowed members are " + allowed);
  }

  private static ProblemException wrongType(MismatchedInputException fault) {
    return one(
        ProblemType.WRONG_TYPE,
        path(fault),
        rule(Optional.<Class<?>>ofNullable(fault.getTargetType()).orElse(Object.class)));
  }

  private static String rule(Class<?> target) {
    return target == Instant.class ? RequestTime.RULE : "must be " + allowed(target);
  }

  private static String allowed(Class<?> target) {
    if (target == String.class) {
      return "a text";
    }
    if (target == UUID.class) {
      return "a UUID such as 123e4567-e89b-12d3-a456-426614174000";
    }
    if (target == URI.class) {
      return "a URI such as https://example.org/";
    }
    if (target == boolean.class || target == Boolean.class) {
      return "true or false";
    }
    if (WHOLE_NUMBERS.contains(target)) {
      return "a whole number";
    }
    if (Number.class.isAssignableFrom(target) || target.isPrimitive()) {
      return "a number";
    }
    if (target.isEnum()) {
      return Arrays.stream(target.getEnumConstants())
          .map(constant -> ApiJson.mapper().convertValue(constant, String.class))
          .collect(Collectors.joining(", ", "one of ", ""));
    }
    if (Collection.class.isAssignableFrom(target)) {
      return "a list";
    }
    return JsonNode.class.isAssignableFrom(target)
            || Map.class.isAssignableFrom(target)
            || target.isRecord()
        ? "an object"
        : "another kind of value";
  }

  private static ProblemException duplicate(StreamReadException fault) {
    String member = fault.getOriginalMessage().replaceAll("(?s)^[^'\"]*['\"](.*)['\"].*$", "$1");
    return one(
        ProblemType.DUPLICATE_KEY,
        firstLine(member),
        "occurs twice, the second time" + at(fault.getLocation()));
  }

  private static ProblemException malformed(JsonProcessingException fault, String reason) {
    return new ProblemException(
        ProblemType.MALFORMED_JSON,
        "The body is not JSON%s: %s".formatted(at(fault.getLocation()), reason));
  }

  private static String at(JsonLocation place) {
    return place == null || place.getLineNr() < 1
        ? ""
        : " in line %d, column %d".formatted(place.getLineNr(), place.getColumnNr());
  }

  private static ProblemException one(ProblemType type, String path, String message) {
    String subject = path.isEmpty() ? "the body" : path;
    return new ProblemException(
        type, subject + " " + message, List.of(new FieldError(path, message)));
  }

  private static String path(JsonMappingException fault) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : fault.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return path.toString();
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("it ends too early");
  }
}
