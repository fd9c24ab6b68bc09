package dev.reprise.cli.output;

import com.fasterxml.jackson.databind.JsonNode;

/** Says in a line which limit of spending the next call of a run would cross. */
public final class LimitText {

  private LimitText() {}

  /**
   * Returns the line, of which tables show the beginning: the limit, and the model whose price is
   * missing.
   *
   * @param reached as the API shows it, or a missing node for no text
   */
  public static String of(JsonNode reached) {
    return reached.isMissingNode()
        ? ""
        : "%s: %s%s of %s spent%s"
            .formatted(
                reached.path("kind").asText(),
                part(reached, "unpriced", "model %s has no price, "),
                reached.path("spent").asText(),
                reached.path("limit").asText(),
                part(reached, "needed", ", the next call needs %s"));
  }

  private static String part(JsonNode reached, String name, String text) {
    return reached.has(name) ? text.formatted(reached.path(name).asText()) : "";
  }
}
