package dev.reprise.tool.file;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An exact replacement in a text. Pure, and linear in the length of the text, whatever text it
 * replaces. Tested by {@code EditFileToolTest}.
 *
 * @param before the text to replace, not empty
 * @param after the text that replaces it
 */
record Replacement(String before, String after) {

  private static final int SHOWN_LINES = 10;

  /**
   * Returns where the text to replace starts, in ascending order and up to the limit. These places
   * may overlap.
   */
  List<Integer> placesIn(String text, int limit) {
    int[] borders = borders();
    List<Integer> places = new ArrayList<>();
    int matched = 0;
    for (int i = 0; i < text.length() && places.size() < limit; i++) {
      while (matched > 0 && (matched == before.length() || differs(text.charAt(i), matched))) {
        matched = borders[matched - 1];
      }
      if (!differs(text.charAt(i), matched)) {
        matched++;
      }
      if (matched == before.length()) {
        places.add(i - matched + 1);
      }
    }
    return places;
  }

  /** Returns whether the text may be the result of this replacement. */
  boolean leavesTraceIn(String text) {
    return after.isEmpty() || !new Replacement(after, "").placesIn(text, 1).isEmpty();
  }

  /** Returns whether two of these places share a character. */
  boolean overlaps(List<Integer> places) {
    return IntStream.range(1, places.size())
        .anyMatch(i -> places.get(i) - places.get(i - 1) < before.length());
  }

  /** Returns the text after the replacement at these places, which must not overlap. */
  String in(String text, List<Integer> places) {
    var result = new StringBuilder();
    int from = 0;
    for (int place : places) {
      result.append(text, from, place).append(after);
      from = place + before.length();
    }
    return result.append(text, from, text.length()).toString();
  }

  /** Returns where these places start after the replacement. */
  List<Integer> moved(List<Integer> places) {
    int longer = after.length() - before.length();
    return IntStream.range(0, places.size()).mapToObj(i -> places.get(i) + i * longer).toList();
  }

  /** Describes places of a text in words, by their lines, which count from 1. */
  static String inWords(String text, List<Integer> places) {
    var lines = new StringBuilder();
    int line = 1;
    int at = 0;
    for (int place : places.subList(0, Math.min(places.size(), SHOWN_LINES))) {
      for (; at < place; at++) {
        line += text.charAt(at) == '\n' ? 1 : 0;
      }
      lines.append(lines.isEmpty() ? "" : ", ").append(line);
    }
    String more = places.size() > SHOWN_LINES ? " and more" : "";
    return "%s %s %s%s"
        .formatted(
            places.size() == 1 ? "1 place," : places.size() + " places,",
            places.size() == 1 ? "line" : "lines",
            lines,
            more);
  }

  private boolean differs(char c, int index) {
    return before.charAt(index) != c;
  }

  /**
   * Returns, for each prefix of the text to replace, how much of the prefix's end is also its
   * start.
   */
  private int[] borders() {
    int[] borders = new int[before.length()];
    int matched = 0;
    for (int i = 1; i < before.length(); i++) {
      while (matched > 0 && differs(before.charAt(i), matched)) {
        matched = borders[matched - 1];
      }
      if (!differs(before.charAt(i), matched)) {
        matched++;
      }
      borders[i] = matched;
    }
    return borders;
  }
}
