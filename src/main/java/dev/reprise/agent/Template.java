package dev.reprise.agent;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with holes such as <code>{{input.topic}}</code>, and no logic.
 *
 * <p>It is filled once, from left to right, and what is filled in is never read as a template: a
 * model or a tool that writes braces gets its braces back.
 *
 * @param text the author's text; every <code>{{</code> opens a hole that holds a reference of
 *     letters, digits and <code>. _ - /</code>, closed by <code>}}</code>; a {@linkplain
 *     SecretPlaceholder handle of a secret} is none, and stays
 */
public record Template(String text) {

  private static final Pattern HOLE = Pattern.compile("\\{\\{\\s*([A-Za-z0-9._/-]+)\\s*}}");

  public Template {
    String rest =
        SecretPlaceholder.PATTERN.matcher(HOLE.matcher(text).replaceAll("")).replaceAll("");
    int open = rest.indexOf("{{");
    if (open >= 0) {
      String near = rest.substring(open, Math.min(rest.length(), open + 20));
      throw new IllegalArgumentException("'" + near + "' opens a reference that is not closed");
    }
  }

  /** Returns what the text refers to, in order of first use. */
  public Set<String> references() {
    Set<String> references = new LinkedHashSet<>();
    Matcher hole = HOLE.matcher(text);
    while (hole.find()) {
      references.add(hole.group(1));
    }
    return references;
  }

  /** Returns the reference if the text is one hole and nothing else. */
  public Optional<String> loneReference() {
    Matcher hole = HOLE.matcher(text);
    return hole.matches() ? Optional.of(hole.group(1)) : Optional.empty();
  }

  /** Returns the text with each reference replaced by its value, which is taken as it is. */
  public String fill(UnaryOperator<String> values) {
    return HOLE.matcher(text)
        .replaceAll(hole -> Matcher.quoteReplacement(values.apply(hole.group(1))));
  }
}
