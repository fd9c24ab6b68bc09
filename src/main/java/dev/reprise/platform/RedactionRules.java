package dev.reprise.platform;

import static java.util.stream.Collectors.joining;

import com.google.re2j.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;

/**
 * What is to be redacted.
 *
 * <p>Secrets are the values of all configuration properties whose names end in one of {@link
 * #TELLING}, and of those that {@code reprise.redaction.secrets} names. Patterns and paths stand in
 * the file that {@code reprise.redaction.file} names, see {@link RedactionFile}.
 */
public record RedactionRules(
    List<Secret> secrets, List<NamedPattern> patterns, List<JsonPath> paths) {

  /** Nothing is redacted. */
  public static final RedactionRules NONE = new RedactionRules(List.of(), List.of(), List.of());

  /** Shorter values occur by chance, and are not looked for. */
  public static final int MIN_SECRET_LENGTH = 8;

  /** How names of properties end that hold secrets; case does not matter, nor which of - _ . */
  private static final List<String> TELLING =
      List.of("password", "secret", "token", "api-key", "apikey", "private-key", "credential");

  private static final String NAMED = "reprise.redaction.secrets";
  private static final System.Logger LOG = System.getLogger(RedactionRules.class.getName());

  /**
   * A value that must not rest.
   *
   * @param name of the property that holds it
   */
  public record Secret(String name, String value) {

    @Override
    public String toString() {
      return name;
    }
  }

  /** What looks like this must not rest. */
  record NamedPattern(String name, Pattern pattern) {}

  public RedactionRules {
    secrets = List.copyOf(secrets);
    patterns = List.copyOf(patterns);
    paths = List.copyOf(paths);
  }

  /**
   * Returns what this server is configured to redact.
   *
   * @throws IllegalArgumentException if the file or a rule in it is wrong, or a property is named
   *     that has no value; says which and where
   */
  static RedactionRules of(Config config) {
    RedactionRules rules =
        config
            .getOptionalValue(RedactionFile.PROPERTY, String.class)
            .map(RedactionFile::read)
            .orElse(NONE);
    List<Secret> secrets = secrets(config);
    LOG.log(
        System.Logger.Level.INFO,
        "redacted are the values of %s; and %d patterns and %d paths"
            .formatted(
                secrets.isEmpty()
                    ? "no properties"
                    : secrets.stream().map(Secret::name).collect(joining(", ")),
                rules.patterns().size(),
                rules.paths().size()));
    return new RedactionRules(secrets, rules.patterns(), rules.paths());
  }

  private static List<Secret> secrets(Config config) {
    var names = new TreeSet<String>();
    StreamSupport.stream(config.getPropertyNames().spliterator(), false)
        .filter(RedactionRules::tells)
        .forEach(names::add);
    List<String> wished =
        config.getOptionalValues(NAMED, String.class).orElse(List.of()).stream()
            .map(String::strip)
            .toList();
    names.addAll(wished);
    Map<String, String> nameOfValue = new LinkedHashMap<>();
    for (String name : names) {
      Optional<String> value = value(config, name);
      if (value.isEmpty() && wished.contains(name)) {
        throw new IllegalArgumentException(
            "%s names the property '%s', which has no value".formatted(NAMED, name));
      }
      value.filter(it -> isLongEnough(name, it)).ifPresent(it -> nameOfValue.putIfAbsent(it, name));
    }
    List<Secret> secrets = new ArrayList<>();
    nameOfValue.forEach((value, name) -> secrets.add(new Secret(name, value)));
    return secrets;
  }

  private static boolean tells(String property) {
    String name = property.toLowerCase(Locale.ROOT).replace('_', '-').replace('.', '-');
    return TELLING.stream().anyMatch(name::endsWith);
  }

  private static Optional<String> value(Config config, String name) {
    try {
      return config.getOptionalValue(name, String.class).filter(value -> !value.isBlank());
    } catch (NoSuchElementException | IllegalArgumentException e) {
      return Optional.empty(); // it refers to a property that is not there, so nothing knows it
    }
  }

  private static boolean isLongEnough(String name, String value) {
    if (value.length() >= MIN_SECRET_LENGTH) {
      return true;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "the value of %s has fewer than %d characters; it is not redacted"
            .formatted(name, MIN_SECRET_LENGTH));
    return false;
  }
}
