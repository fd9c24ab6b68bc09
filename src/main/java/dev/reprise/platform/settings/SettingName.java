package dev.reprise.platform.settings;

import java.util.Locale;
import java.util.Optional;

/**
 * The name of a property, or the names of a kind of properties: with a placeholder such as {@code
 * <tenant>} for the name of a thing, of which there may be many.
 *
 * @param text with at most one placeholder
 */
record SettingName(String text) {

  boolean isForEach() {
    return text.contains("<");
  }

  private String before() {
    return text.substring(0, text.indexOf('<'));
  }

  private String after() {
    return text.substring(text.indexOf('>') + 1);
  }

  /** Returns the name of the property of one thing. */
  String of(String thing) {
    return isForEach() ? before() + thing + after() : text;
  }

  /** Returns the name of the thing in the name of its property. */
  Optional<String> thing(String property) {
    int end = property.length() - after().length();
    return property.startsWith(before()) && property.endsWith(after()) && end > before().length()
        ? Optional.of(property.substring(before().length(), end))
        : Optional.empty();
  }

  /** Returns whether this is the name of a property. */
  boolean matches(String property) {
    return isForEach() ? thing(property).isPresent() : text.equals(property);
  }

  /** Returns the name of the environment variable that sets the property. */
  SettingName variable() {
    return new SettingName(
        isForEach()
            ? variable(before())
                + text.substring(before().length(), text.indexOf('>') + 1)
                + variable(after())
            : variable(text));
  }

  /** Returns the name of the environment variable that sets a property. */
  static String variable(String property) {
    return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
  }
}
