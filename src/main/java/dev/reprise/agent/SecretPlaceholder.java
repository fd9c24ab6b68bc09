package dev.reprise.agent;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The placeholder for a secret that an agent never sees: <code>{{secret:name}}</code>. It stays as
 * it is in prompts and records. A tool that may use the secret receives the value instead of the
 * placeholder.
 */
public final class SecretPlaceholder {

  static final Pattern PATTERN = Pattern.compile("\\{\\{\\s*secret:([^{}]*)}}");

  private SecretPlaceholder() {}

  /** Returns the names in a text, whether or not such secrets exist. */
  public static List<String> in(String text) {
    return PATTERN.matcher(text).results().map(SecretPlaceholder::name).toList();
  }

  /** Returns the text with each placeholder replaced by the value for its name. */
  public static String fill(String text, UnaryOperator<String> values) {
    return PATTERN
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(values.apply(name(found))));
  }

  private static String name(MatchResult placeholder) {
    return placeholder.group(1).strip();
  }
}
