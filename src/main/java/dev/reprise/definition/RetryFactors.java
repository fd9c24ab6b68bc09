package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;

/** Finds growth factors of waits that do not grow exponentially. */
final class RetryFactors {

  private static final String EXPONENTIAL = "exponential";

  private RetryFactors() {}

  static List<DocumentError> problems(JsonNode tree) {
    return Stream.of("model", "tools")
        .filter(part -> isMisplaced(tree.path("retry").path(part)))
        .map(
            part ->
                new DocumentError(
                    "retry.%s.factor".formatted(part),
                    "must only be set with the strategy exponential"))
        .toList();
  }

  private static boolean isMisplaced(JsonNode overrides) {
    return overrides.has("factor")
        && !overrides.path("strategy").asText(EXPONENTIAL).equals(EXPONENTIAL);
  }
}
