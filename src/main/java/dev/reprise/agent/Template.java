package dev.reprise.agent;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with placeholders such as <code>{{input.topic}}</code>, without logic.
 *
 * <p>The placeholders are filled once, from left to right. A value is never read as a template, so
 * braces that a model or a tool wrote stay braces.
 *
 * @param text the author's text; every <code>{{</code> opens a reference of letters, digits and
 *     <code>. _ - /</code>, which <code>}}</code> closes; a {@linkplain SecretPlaceholder
 *     placeholder of a secret} is not a reference and stays as it is
 */
public record Template(String text) {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*([A-Za-z0-9._/-]+)\\s*}}");

  public Template {
    String rest =
        SecretPlaceholder.PATTERN.matcher(PLACEHOLDER.matcher(text).replaceAll("")).replaceAll("");
    int open = rest.indexOf("{{");
    if (open >= 0) {
      String near = rest.substring(open, Math.min(rest.length(), open + 20));
      throw new IllegalArgumentException("'" + near + "' opens a reference that is not closed");
    }
  }

  /** Returns the references in order of first use. */
  public Set<String> references() {
    Set<String> references = new LinkedHashSet<>();
    Matcher found = PLACEHOLDER.matcher(text);
    while (found.find()) {
      references.add(found.group(1));
    }
    return references;
  }

  /** Returns the reference if the text is exactly one placeholder. */
  public Optional<String> loneReference() {
    Matcher found = PLACEHOLDER.matcher(text);
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** Returns the text with each reference replaced by its value, unchanged. */
  public String fill(UnaryOperator<String> values) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(values.apply(found.group(1))));
  }
}
