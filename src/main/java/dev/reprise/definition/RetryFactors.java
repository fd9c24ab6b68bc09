package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;

/** Finds factors of waits that do not grow by a factor. */
final class RetryFactors {

  private static final String EXPONENTIAL = "exponential";

  private RetryFactors() {}

  static List<DocumentError> problems(JsonNode tree) {
    return Stream.of("model", "tools")
        .filter(part -> isMisplaced(tree.path("retry").path(part)))
        .map(
            part ->
                new DocumentError("retry.%s.factor".formatted(part), "is for exponential alone"))
        .toList();
  }

  private static boolean isMisplaced(JsonNode wish) {
    return wish.has("factor") && !wish.path("strategy").asText(EXPONENTIAL).equals(EXPONENTIAL);
  }
}
