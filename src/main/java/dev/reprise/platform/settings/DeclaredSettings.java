package dev.reprise.platform.settings;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/** All settings of the product, as {@code META-INF/services} lists their groups. */
public record DeclaredSettings(List<SettingGroup> groups) {

  /** What all names of the product's properties begin with. */
  public static final String PREFIX = "reprise.";

  public DeclaredSettings {
    groups = List.copyOf(groups);
  }

  /** Loads the groups. */
  public static DeclaredSettings load() {
    ClassLoader own = SettingGroup.class.getClassLoader();
    return new DeclaredSettings(
        ServiceLoader.load(SettingGroup.class, own).stream()
            .map(ServiceLoader.Provider::get)
            .toList());
  }

  private Stream<Setting<?>> settings() {
    return groups.stream().flatMap(group -> group.settings().stream());
  }

  /** Returns whether a property is a setting. */
  public boolean contains(String property) {
    return settings().anyMatch(it -> new SettingName(it.name()).matches(property));
  }

  /** Returns whether an environment variable sets a setting. */
  public boolean containsVariable(String variable) {
    return settings().anyMatch(it -> new SettingName(it.name()).variable().matches(variable));
  }

  /** Returns the name of the environment variable that sets a property. */
  public static String variable(String property) {
    return SettingName.variable(property);
  }

  /** Returns the setting whose name is nearest to a name that is none, if one is near. */
  public Optional<String> nearest(String property) {
    return nearest(property, settings().map(Setting::name));
  }

  /** Returns the variable whose name is nearest to a name that is none, if one is near. */
  public Optional<String> nearestVariable(String variable) {
    return nearest(variable, settings().map(it -> new SettingName(it.name()).variable().text()));
  }

  private static Optional<String> nearest(String name, Stream<String> declared) {
    int near = Math.max(1, (name.length() - PREFIX.length()) / 4);
    return declared
        .map(it -> new Near(it, EditDistance.between(it, name)))
        .filter(it -> it.distance() <= near)
        .min(Comparator.comparingInt(Near::distance))
        .map(Near::name);
  }

  private record Near(String name, int distance) {}

  /**
   * Returns every error of a configuration: first those of single settings, then, of groups without
   * any, those of rules between settings.
   */
  public List<String> errors(Config config) {
    return groups.stream().flatMap(group -> errors(group, config).stream()).toList();
  }

  /** Returns the warnings of all groups; the configuration must have no errors. */
  public List<String> warnings(Config config) {
    return groups.stream().flatMap(group -> group.warnings(config).stream()).toList();
  }

  private static List<String> errors(SettingGroup group, Config config) {
    List<String> single =
        group.settings().stream().flatMap(setting -> errors(setting, config)).toList();
    return single.isEmpty()
        ? error(() -> group.check(config)).stream().flatMap(String::lines).toList()
        : single;
  }

  private static <T> Stream<String> errors(Setting<T> setting, Config config) {
    return instances(setting, config).flatMap(it -> error(() -> it.find(config)).stream());
  }

  /** If the list of the things is wrong, that is an error of the list and not of their settings. */
  private static <T> Stream<Setting<T>> instances(Setting<T> setting, Config config) {
    try {
      return setting.instances(config);
    } catch (IllegalArgumentException e) {
      return Stream.empty();
    }
  }

  private static Optional<String> error(Runnable reading) {
    try {
      reading.run();
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Returns what each setting is on this server. Settings of things are there for each thing. */
  public List<EffectiveSetting> effective(Config config) {
    return settings().flatMap(setting -> effective(setting, config)).toList();
  }

  private static <T> Stream<EffectiveSetting> effective(Setting<T> setting, Config config) {
    boolean isOfThings = new SettingName(setting.name()).isForEach();
    return instances(setting, config).map(it -> EffectiveSetting.of(it, isOfThings, config));
  }
}
