package dev.reprise.model.script;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.InvalidModelOptionsException.Problem;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The problems of a script, each with its path. */
final class ScriptProblems {

  private final List<Problem> problems = new ArrayList<>();

  void add(String path, String message) {
    problems.add(new Problem(path, message));
  }

  void throwIfAny() {
    if (!problems.isEmpty()) {
      throw new InvalidModelOptionsException(problems);
    }
  }

  /** Refuses members of an object that are not among the allowed ones. */
  void only(JsonNode object, String path, Set<String> allowed) {
    object
        .fieldNames()
        .forEachRemaining(
            name -> {
              if (!allowed.contains(name)) {
                add(
                    path.isEmpty() ? name : path + "." + name,
                    "is not allowed here; allowed are "
                        + String.join(", ", allowed.stream().sorted().toList()));
              }
            });
  }

  /** Returns a duration from zero to a limit; zero if it is none. */
  Duration duration(JsonNode text, String path, Duration longest) {
    try {
      Duration duration = Duration.parse(text.asText());
      if (!duration.isNegative() && duration.compareTo(longest) <= 0) {
        return duration;
      }
    } catch (DateTimeException e) {
      // reported below, with what is allowed
    }
    add(path, "must be an ISO-8601 duration from PT0S to %s such as PT0.5S".formatted(longest));
    return Duration.ZERO;
  }
}
