package dev.reprise.platform.document;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import dev.reprise.platform.Json;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Why a text is neither YAML nor JSON, in words for the person who wrote it.
 *
 * @param place where the text ceases to be well-formed
 */
public record SyntaxError(DocumentPlace place, String message) {

  /** Describes what a parser refused, without the words of the parser where they do not help. */
  public static SyntaxError of(JsonProcessingException fault) {
    Optional<MarkedYAMLException> yaml =
        Stream.<Throwable>iterate(fault, it -> it != null, Throwable::getCause)
            .filter(MarkedYAMLException.class::isInstance)
            .map(MarkedYAMLException.class::cast)
            .findFirst();
    return new SyntaxError(
        yaml.flatMap(it -> Optional.ofNullable(mark(it)))
            .map(SyntaxError::place)
            .or(() -> Optional.ofNullable(fault.getLocation()).map(SyntaxError::place))
            .orElse(new DocumentPlace(1, 1)),
        "cannot be read: " + yaml.map(SyntaxError::reason).orElseGet(() -> reason(fault)));
  }

  /** What is not closed is noticed at the end, and is to be mended where it begins. */
  private static @Nullable Mark mark(MarkedYAMLException fault) {
    return isUnclosed(fault) && fault.getContextMark() != null
        ? fault.getContextMark()
        : fault.getProblemMark();
  }

  private static boolean isUnclosed(MarkedYAMLException fault) {
    String problem = String.valueOf(fault.getProblem());
    return problem.contains("end of stream") || problem.contains("<stream end>");
  }

  private static DocumentPlace place(Mark mark) {
    return new DocumentPlace(mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static DocumentPlace place(JsonLocation place) {
    return place.getLineNr() < 1 ? new DocumentPlace(1, 1) : DocumentPlace.of(place);
  }

  private static String reason(MarkedYAMLException fault) {
    String problem = String.valueOf(fault.getProblem());
    if (problem.contains("(TAB)")) {
      return "a tab; YAML is indented with spaces";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "a colon inside of a text; put the text into quotes";
    }
    if (problem.contains("that cannot start any token")) {
      return problem.replaceAll("(?s)found character ('.*?') .*", "$1 begins no text; ")
          + "put the text into quotes";
    }
    if (isUnclosed(fault)) {
      return "a quote or bracket that is not closed";
    }
    return problem.startsWith("expected <block end>")
        ? "a line that is not indented like the lines that it belongs to"
        : problem.lines().findFirst().orElse("unknown").replaceAll("<([^>]*)>", "$1");
  }

  /** What begins with two braces is a mapping whose first key is a mapping, which JSON has not. */
  private static String reason(JsonProcessingException fault) {
    return fault.getOriginalMessage().startsWith("Expected a field name")
        ? "a name of a member that is an object or a list; put a text that begins with '{' or '['"
            + " into quotes, such as \"{{input.name}}\""
        : Json.reason(fault);
  }
}
