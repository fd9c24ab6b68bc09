package dev.reprise.tool.file;

import java.util.ArrayList;
import java.util.List;

/** The lines of a text, which count from 1 and include their line breaks. */
final class TextLines {

  /**
   * The most characters of one part. It stays below what a model receives at once, unless most
   * characters are not Latin.
   */
  private static final int MAX_CHARACTERS = 48_000;

  private final List<String> lines = new ArrayList<>();

  TextLines(String text) {
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      int next = end < 0 ? text.length() : end + 1;
      lines.add(text.substring(start, next));
      start = next;
    }
  }

  int count() {
    return lines.size();
  }

  /** Returns the lines without their breaks. */
  List<String> bare() {
    return lines.stream().map(line -> line.replaceFirst("\\r?\\n$", "")).toList();
  }

  /**
   * Returns lines unchanged. If they are not all lines, a mark follows that says which they are and
   * where to continue.
   *
   * @param first the number of the first line, at most {@link #count}
   * @param limit the most lines; a part that would become too long has fewer
   */
  String from(int first, int limit) {
    StringBuilder part = new StringBuilder();
    int next = first;
    while (next <= count() && next - first < limit && fits(part, lines.get(next - 1))) {
      part.append(lines.get(next - 1));
      next++;
    }
    if (next == first) {
      return cutLine(first);
    }
    if (first == 1 && next > count()) {
      return part.toString();
    }
    return part + mark(part, "lines %s to %s of %s".formatted(first, next - 1, count()), next);
  }

  private static boolean fits(StringBuilder part, String line) {
    return part.length() + line.length() <= MAX_CHARACTERS;
  }

  private String cutLine(int number) {
    String line = lines.get(number - 1);
    String start = line.substring(0, MAX_CHARACTERS);
    String what =
        "line %s of %s, its first %s of %s characters"
            .formatted(number, count(), MAX_CHARACTERS, line.length());
    return start + mark(start, what, number + 1);
  }

  private String mark(CharSequence before, String what, int next) {
    String lineBreak = before.charAt(before.length() - 1) == '\n' ? "" : "\n";
    String rest = next > count() ? "" : "; continue with from_line %s".formatted(next);
    return "%s[%s%s]\n".formatted(lineBreak, what, rest);
  }
}
