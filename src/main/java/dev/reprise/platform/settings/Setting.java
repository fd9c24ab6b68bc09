package dev.reprise.platform.settings;

import java.time.DateTimeException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;

/**
 * A setting: a property of MicroProfile Config that the product reads, and reads only through this
 * declaration. A class declares its settings as constants and lists them in a {@link SettingGroup}.
 *
 * <p>The name of a setting that many things have contains a placeholder, such as {@code
 * reprise.models.<name>.kind}; {@link #of(String)} replaces it. Tested by {@code
 * DeclaredSettingsTest}.
 *
 * @param name the name of the property
 * @param type what is allowed
 * @param byDefault the value if none is set, as text; empty if there is none
 * @param otherwise what holds if there is neither, in words
 * @param meaning in one or two sentences, for people
 * @param disclosure who may see the value
 * @param things the things that have such a setting, for a name with a placeholder
 */
public record Setting<T>(
    String name,
    SettingType<T> type,
    Optional<String> byDefault,
    String otherwise,
    String meaning,
    Disclosure disclosure,
    Function<Config, Collection<String>> things) {

  /** Who may see the value of a setting. */
  public enum Disclosure {
    /** Admins. */
    ADMINS,
    /** Admins of a server with one tenant: the value names tenants, or things of tenants. */
    ADMINS_OF_ALL,
    /** No person: the value is a secret. */
    NONE
  }

  /** Declares a setting with a default; {@link #means} says the rest. */
  public static <T> Setting<T> of(String name, SettingType<T> type, String byDefault) {
    return declared(name, type, Optional.of(byDefault));
  }

  /** Declares a setting that may be absent; {@link #means} says the rest. */
  public static <T> Setting<T> optional(String name, SettingType<T> type) {
    return declared(name, type, Optional.empty());
  }

  private static <T> Setting<T> declared(
      String name, SettingType<T> type, Optional<String> byDefault) {
    return new Setting<>(name, type, byDefault, "none", "", Disclosure.ADMINS, config -> List.of());
  }

  /** Says what the setting is for, in one or two sentences. */
  public Setting<T> means(String sentences) {
    return new Setting<>(name, type, byDefault, otherwise, sentences, disclosure, things);
  }

  /** Says what the value is if none is set. */
  public Setting<T> byDefault(String text) {
    return new Setting<>(name, type, Optional.of(text), otherwise, meaning, disclosure, things);
  }

  /** Says in words what holds if the setting is absent, such as {@code no limit}. */
  public Setting<T> otherwise(String words) {
    return new Setting<>(name, type, byDefault, words, meaning, disclosure, things);
  }

  /** Declares that no person may see the value. */
  public Setting<T> secret() {
    return disclosed(Disclosure.NONE);
  }

  /** Declares that the value names tenants, or things of tenants. */
  public Setting<T> ofTenants() {
    return disclosed(Disclosure.ADMINS_OF_ALL);
  }

  private Setting<T> disclosed(Disclosure to) {
    return new Setting<>(name, type, byDefault, otherwise, meaning, to, things);
  }

  /** Says which things have this setting, besides those whose properties are set. */
  public Setting<T> forEach(Function<Config, Collection<String>> names) {
    return new Setting<>(name, type, byDefault, otherwise, meaning, disclosure, names);
  }

  /** Returns the setting of one thing: the one whose name replaces the placeholder. */
  public Setting<T> of(String thing) {
    String one = new SettingName(name).of(thing);
    return new Setting<>(one, type, byDefault, otherwise, meaning, disclosure, things);
  }

  /**
   * Returns the value, or else the default.
   *
   * @throws IllegalArgumentException if the value is not allowed; names the property, what is
   *     allowed, and where the value was set
   * @throws NoSuchElementException if there is neither a value nor a default
   */
  public T get(Config config) {
    return find(config).orElseGet(this::usual);
  }

  /** Returns the default. */
  T usual() {
    return byDefault.map(type.reader()).orElseThrow();
  }

  /**
   * Returns the value if it is set, whatever the default is.
   *
   * @throws IllegalArgumentException if the value is not allowed; names the property, what is
   *     allowed, and where the value was set
   */
  public Optional<T> find(Config config) {
    return text(config).map(text -> read(text, config));
  }

  /** Returns the text of the value if it is set, without white space around it. */
  Optional<String> text(Config config) {
    ConfigValue value = config.getConfigValue(name);
    if (value.getValue() == null && value.getRawValue() != null) {
      throw error("refers to a property that is not set", config, Optional.empty());
    }
    return Optional.ofNullable(value.getValue()).map(String::strip).filter(text -> !text.isEmpty());
  }

  private T read(String text, Config config) {
    boolean isSecret = disclosure == Disclosure.NONE;
    try {
      return type.reader().apply(text);
    } catch (NumberFormatException | DateTimeException e) {
      throw error(rule(isSecret, text), config, Optional.of(e));
    } catch (IllegalArgumentException e) {
      String reason = isSecret || e.getMessage() == null ? "" : ": " + e.getMessage();
      throw error(rule(isSecret, text) + reason, config, Optional.of(e));
    }
  }

  private String rule(boolean isSecret, String text) {
    return "must be %s, not %s"
        .formatted(type.allowed(), isSecret ? "the given value" : "'%s'".formatted(text));
  }

  private IllegalArgumentException error(
      String problem, Config config, Optional<RuntimeException> cause) {
    var error =
        new IllegalArgumentException("%s %s (set in %s)".formatted(name, problem, source(config)));
    if (disclosure != Disclosure.NONE) { // else the cause may quote the value
      cause.ifPresent(error::initCause);
    }
    return error;
  }

  /** Returns where the value was set. */
  String source(Config config) {
    return Optional.ofNullable(config.getConfigValue(name).getSourceName()).orElse("the server");
  }

  /** Returns the setting of each thing that has it; only itself if it is no setting of things. */
  Stream<Setting<T>> instances(Config config) {
    var pattern = new SettingName(name);
    if (!pattern.isForEach()) {
      return Stream.of(this);
    }
    // Names of environment variables lack what distinguishes - from . and _: the declared thing
    // wins
    Map<String, String> byVariable = new LinkedHashMap<>();
    things.apply(config).forEach(it -> byVariable.put(SettingName.variable(it), it));
    for (String property : config.getPropertyNames()) {
      pattern.thing(property).ifPresent(it -> byVariable.putIfAbsent(SettingName.variable(it), it));
    }
    return byVariable.values().stream().sorted().map(this::of);
  }

  /** Returns the name. */
  @Override
  public String toString() {
    return name;
  }
}
