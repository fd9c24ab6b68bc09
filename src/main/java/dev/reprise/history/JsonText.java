package dev.reprise.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/** What can be read in a JSON value. */
final class JsonText {

  private JsonText() {}

  /**
   * Returns whether one of its texts, numbers or truth values contains a text, in upper or lower
   * case.
   *
   * @param wanted in lower case
   */
  static boolean contains(JsonNode value, String wanted) {
    if (!value.isContainerNode()) {
      return value.asText().toLowerCase(Locale.ROOT).contains(wanted);
    }
    for (JsonNode member : value) {
      if (contains(member, wanted)) {
        return true;
      }
    }
    return false;
  }
}
