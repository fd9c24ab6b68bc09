package dev.reprise.queue.row;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a person marked a run with, to find it again: names with values, such as {@code
 * team=search}.
 *
 * @param values the value of each name, in the order of the names
 */
public record Labels(SortedMap<String, String> values) {

  /** The largest number of labels of a run. */
  public static final int MAX = 16;

  /** What a name looks like, as a regular expression. */
  public static final String NAMES = "[A-Za-z0-9][A-Za-z0-9._/-]{0,62}";

  /** What a value looks like, as a regular expression. */
  public static final String VALUES = "[^\\p{Cntrl}]{1,200}";

  /** What a name looks like. */
  public static final Pattern NAME = Pattern.compile(NAMES);

  /** What a value looks like. */
  public static final Pattern VALUE = Pattern.compile(VALUES);

  public static final Labels NONE = new Labels(new TreeMap<>());

  /**
   * Creates labels.
   *
   * @throws IllegalArgumentException if there are too many, or a name or value is not allowed
   */
  public Labels {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    if (values.size() > MAX
        || !values.keySet().stream().allMatch(NAME.asMatchPredicate())
        || !values.values().stream().allMatch(VALUE.asMatchPredicate())) {
      throw new IllegalArgumentException("not the labels of a run: " + values);
    }
  }

  public static Labels of(Map<String, String> values) {
    return new Labels(new TreeMap<>(values));
  }

  /** Reads what {@link #text} has written. */
  public static Labels parse(String text) {
    return of(
        text.lines()
            .map(line -> line.split("=", 2))
            .collect(Collectors.toMap(label -> label[0], label -> label[1])));
  }

  /** Returns a line for each label: neither a name nor a value contains its end. */
  public String text() {
    return values.entrySet().stream()
        .map(label -> label.getKey() + "=" + label.getValue())
        .collect(Collectors.joining("\n"));
  }

  public boolean isEmpty() {
    return values.isEmpty();
  }
}
