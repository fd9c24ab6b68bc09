package dev.reprise.platform.redaction;

import static java.util.stream.Collectors.joining;

import com.google.re2j.Pattern;
import dev.reprise.platform.JsonPath;
import dev.reprise.platform.SecretReference;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
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
 * What to redact.
 *
 * <p>Secrets are the values of all configuration properties whose names end in one of {@link
 * #TELLING}, of those that {@code reprise.redaction.secrets} names, and all secrets that this
 * server's own properties refer to (see {@link SecretReference}). Patterns and paths are in the
 * file that {@code reprise.redaction.file} names, see {@link RedactionFile}.
 */
public record RedactionRules(
    List<Secret> secrets, List<NamedPattern> patterns, List<JsonPath> paths) {

  /** Nothing is redacted. */
  public static final RedactionRules NONE = new RedactionRules(List.of(), List.of(), List.of());

  /** Shorter values occur by chance, and are not redacted. */
  public static final int MIN_SECRET_LENGTH = 8;

  /** Endings of property names that hold secrets; case does not matter, nor which of - _ . */
  private static final List<String> TELLING =
      List.of("password", "secret", "token", "api-key", "apikey", "private-key", "credential");

  private static final Setting<List<String>> NAMED =
      Setting.optional("reprise.redaction.secrets", SettingType.list())
          .means(
              "names of properties whose values are secrets, comma separated, besides those whose"
                  + " names say so");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-record", NAMED, RedactionFile.FILE);
    }

    @Override
    public void check(Config config) {
      RedactionFile.FILE.find(config).ifPresent(RedactionFile::read);
    }
  }

  private static final System.Logger LOG = System.getLogger(RedactionRules.class.getName());

  /**
   * A value that must not be stored.
   *
   * @param name the property that holds it
   */
  public record Secret(String name, String value) {

    @Override
    public String toString() {
      return name;
    }
  }

  /** A pattern whose matches must not be stored. */
  public record NamedPattern(String name, Pattern pattern) {}

  public RedactionRules {
    secrets = List.copyOf(secrets);
    patterns = List.copyOf(patterns);
    paths = List.copyOf(paths);
  }

  /**
   * Returns the rules of this server's configuration.
   *
   * @throws IllegalArgumentException if the file or a rule in it is wrong, or a named property has
   *     no value; the message says which and where
   */
  static RedactionRules of(Config config) {
    RedactionRules rules = RedactionFile.FILE.find(config).map(RedactionFile::read).orElse(NONE);
    List<Secret> secrets = secrets(config);
    LOG.log(
        System.Logger.Level.INFO,
        "redaction covers the values of %s, %d patterns and %d paths"
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
    List<String> requested = NAMED.find(config).orElse(List.of());
    names.addAll(requested);
    Map<String, String> nameOfValue = new LinkedHashMap<>();
    for (String name : names) {
      Optional<String> value = value(config, name);
      if (value.isEmpty() && requested.contains(name)) {
        throw new IllegalArgumentException(
            "%s names the property '%s', which has no value".formatted(NAMED.name(), name));
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

  /** Returns these rules with more secrets. */
  RedactionRules with(Collection<Secret> more) {
    return new RedactionRules(
        Stream.concat(secrets.stream(), more.stream()).distinct().toList(), patterns, paths);
  }

  /** Returns whether a property's name marks its value as a secret. */
  public static boolean tells(String property) {
    String name = normalised(property);
    return TELLING.stream().anyMatch(name::endsWith);
  }

  /** Returns the secret that a property refers to by a name or a file, if it is a reference. */
  private static Optional<String> referredTo(Config config, String property) {
    String name = normalised(property);
    if (!name.startsWith("reprise-")) {
      return Optional.empty(); // in other products such names may mean something else
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
      return Optional.empty(); // it refers to a missing property, so it has no value
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
