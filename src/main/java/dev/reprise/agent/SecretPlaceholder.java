package dev.reprise.agent;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The words by which an agent speaks of a secret that it never sees: <code>{{secret:name}}</code>.
 * They stay as they are in prompts and records; a tool that may use the secret is given it in their
 * place.
 */
public final class SecretPlaceholder {

  static final Pattern PATTERN = Pattern.compile("\\{\\{\\s*secret:([^{}]*)}}");

  private SecretPlaceholder() {}

  /** Returns the names in a text, whether there are such secrets or not. */
  public static List<String> in(String text) {
    return PATTERN.matcher(text).results().map(SecretPlaceholder::name).toList();
  }

  /** Returns the text with what is given for each name in the place of its handle. */
  public static String fill(String text, UnaryOperator<String> values) {
    return PATTERN
        .matcher(text)
        .replaceAll(handle -> Matcher.quoteReplacement(values.apply(name(handle))));
  }

  private static String name(MatchResult handle) {
    return handle.group(1).strip();
  }
}
