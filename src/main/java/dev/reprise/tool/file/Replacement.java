package dev.reprise.tool.file;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An exact replacement in a text. Pure, and linear in the length of the text whatever is looked
 * for.
 *
 * @param before what is looked for, not empty
 * @param after what is put there
 */
record Replacement(String before, String after) {

  private static final int SHOWN_LINES = 10;

  /** Returns where the text to replace begins, the first of them in order; places may overlap. */
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

  /** Returns whether the text may be one in which something was replaced. */
  boolean leavesTraceIn(String text) {
    return after.isEmpty() || !new Replacement(after, "").placesIn(text, 1).isEmpty();
  }

  /** Returns whether any two of these places share a character. */
  boolean overlaps(List<Integer> places) {
    return IntStream.range(1, places.size())
        .anyMatch(i -> places.get(i) - places.get(i - 1) < before.length());
  }

  /** Returns the text with these places, which do not overlap, replaced. */
  String in(String text, List<Integer> places) {
    var result = new StringBuilder();
    int from = 0;
    for (int place : places) {
      result.append(text, from, place).append(after);
      from = place + before.length();
    }
    return result.append(text, from, text.length()).toString();
  }

  /** Returns where these places begin once they are replaced. */
  List<Integer> moved(List<Integer> places) {
    int longer = after.length() - before.length();
    return IntStream.range(0, places.size()).mapToObj(i -> places.get(i) + i * longer).toList();
  }

  /** Returns places of a text in words, by their lines, which are counted from 1. */
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

  /** For each start of what is looked for: how much of its end is a start again. */
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
