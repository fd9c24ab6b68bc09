package dev.reprise.platform.schema;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.regex.Matcher;

/** Regular expressions in RE2 syntax that somebody else wrote, of bounded size. */
public final class BoundedPattern {

  /**
   * The most repetitions of a part by nested counts, because the compiler writes out each
   * repetition.
   */
  private static final long MAX_PRODUCT = 100;

  private static final java.util.regex.Pattern COUNT =
      java.util.regex.Pattern.compile("\\{(?:\\d{1,9},)?(\\d{1,9}),?}");

  private BoundedPattern() {}

  /**
   * Compiles a regular expression whose compiled size is bounded.
   *
   * @throws PatternSyntaxException if it is not one, or would become too large
   */
  public static Pattern compile(String text) {
    // Only a count after a group or a count can multiply: ((a{500}){500}){500}.
    boolean multiplies = text.contains("){") || text.contains("}{");
    if (multiplies && product(text) > MAX_PRODUCT) {
      throw new PatternSyntaxException("counts within counts repeat too often", text);
    }
    return Pattern.compile(text);
  }

  /** Returns about how many instructions a regular expression is compiled to, at most. */
  static long size(String text) {
    long most = 1;
    Matcher count = COUNT.matcher(text);
    while (count.find()) {
      most = Math.max(most, Long.parseLong(count.group(1)));
    }
    return text.length() * Math.max(most, Math.min(product(text), MAX_PRODUCT));
  }

  private static long product(String text) {
    long product = 1;
    Matcher count = COUNT.matcher(text);
    while (count.find() && product <= MAX_PRODUCT) {
      product *= Math.max(1, Long.parseLong(count.group(1)));
    }
    return product;
  }
}
