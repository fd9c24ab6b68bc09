package dev.reprise.journal.codec;

/**
 * Escapes halves of surrogate pairs. Models do write them, and no encoding can store them, but JSON
 * can as an escape.
 */
public final class UnpairedSurrogates {

  private UnpairedSurrogates() {}

  /**
   * Returns a JSON text in which every half without its other half is escaped.
   *
   * @param json well-formed, so that the halves can only be inside strings
   */
  public static String escaped(String json) {
    int half = nextHalf(json, 0);
    if (half == json.length()) {
      return json;
    }
    var escaped = new StringBuilder(json.length() + 16);
    int done = 0;
    while (half < json.length()) {
      escaped.append(json, done, half).append("\\u%04x".formatted((int) json.charAt(half)));
      done = half + 1;
      half = nextHalf(json, done);
    }
    return escaped.append(json, done, json.length()).toString();
  }

  private static int nextHalf(String json, int from) {
    int i = from;
    while (i < json.length()) {
      if (!Character.isSurrogate(json.charAt(i))) {
        i++;
      } else if (Character.isSupplementaryCodePoint(json.codePointAt(i))) {
        i += 2;
      } else {
        return i;
      }
    }
    return i;
  }
}
