package dev.reprise.journal.codec;

import dev.reprise.agent.message.WellFormedText;

/**
 * Escapes unpaired surrogates, which no encoding can store. What models and tools write has none
 * ({@link WellFormedText}); this keeps any other text from being lost.
 */
public final class UnpairedSurrogates {

  private UnpairedSurrogates() {}

  /**
   * Returns a JSON text in which every half without its other half is escaped.
   *
   * @param json well-formed, so that the halves can only be inside strings
   */
  public static String escaped(String json) {
    int half = WellFormedText.nextHalf(json, 0);
    if (half == json.length()) {
      return json;
    }
    var escaped = new StringBuilder(json.length() + 16);
    int done = 0;
    while (half < json.length()) {
      escaped.append(json, done, half).append("\\u%04x".formatted((int) json.charAt(half)));
      done = half + 1;
      half = WellFormedText.nextHalf(json, done);
    }
    return escaped.append(json, done, json.length()).toString();
  }
}
