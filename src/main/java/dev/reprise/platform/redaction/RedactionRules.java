package dev.reprise.platform.redaction;

import static java.util.stream.Collectors.joining;

import com.google.re2j.Pattern;
import dev.reprise.platform.JsonPath;
import dev.reprise.platform.SecretReference;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;

/**
 * What is to be redacted.
 *
 * <p>Secrets are the values of all configuration properties whose names end in one of {@link
 * #TELLING}, of those that {@code reprise.redaction.secrets} names, and all that this server's own
 * properties refer to (see {@link SecretReference}). Patterns and paths stand in the file that
 * {@code reprise.redaction.file} names, see {@link RedactionFile}.
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
  public record NamedPattern(String name, Pattern pattern) {}

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
    for (String name : config.getPropertyNames()) {
      referredTo(config, name)
          .filter(it -> isLongEnough(name, it))
          .ifPresent(it -> nameOfValue.putIfAbsent(it, name));
    }
    List<Secret> secrets = new ArrayList<>();
    nameOfValue.forEach((value, name) -> secrets.add(new Secret(name, value)));
    return secrets;
  }

  /** Returns these with more secrets. */
  RedactionRules with(Collection<Secret> more) {
    return new RedactionRules(
        Stream.concat(secrets.stream(), more.stream()).distinct().toList(), patterns, paths);
  }

  /** Returns whether a name says that its value is secret. */
  public static boolean tells(String property) {
    String name = normalised(property);
    return TELLING.stream().anyMatch(name::endsWith);
  }

  /** Returns the secret that a property refers to by a name or a file, if that is what it does. */
  private static Optional<String> referredTo(Config config, String property) {
    String name = normalised(property);
    if (!name.startsWith("reprise-")) {
      return Optional.empty(); // others have their own ideas of what such names mean
    }
    if (TELLING.stream().anyMatch(telling -> name.endsWith(telling + SecretReference.FROM))) {
      return value(config, property)
          .map(from -> SecretReference.ofProperty(config, from, property));
    }
    if (TELLING.stream().anyMatch(telling -> name.endsWith(telling + SecretReference.FILE))) {
      return value(config, property).map(file -> SecretReference.ofFile(file, property));
    }
    return Optional.empty();
  }

  private static String normalised(String property) {
    return property.toLowerCase(Locale.ROOT).replace('_', '-').replace('.', '-');
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
