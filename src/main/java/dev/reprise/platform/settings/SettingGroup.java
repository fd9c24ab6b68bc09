package dev.reprise.platform.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Settings that one class declares and reads. {@code META-INF/services} lists the groups, in the
 * order of the reference.
 *
 * <p>If each setting is a value, the class itself is the group, and each declaration is a field
 * with the value:
 *
 * <pre>{@code
 * final Duration interval =
 *     setting("reprise.polls.interval", SettingType.duration("PT0.1S"), "PT1S")
 *         .means("how often the server polls");
 * }</pre>
 *
 * Its constructor with a configuration reads the values once; the one without declares the settings
 * for the list of all groups, and has their defaults. Such a class is final, and no scope may proxy
 * it, because a proxy would hide the fields. Else the class declares constants, and a nested group
 * lists them.
 */
public abstract class SettingGroup {

  /** A setting that lacks its meaning. */
  @FunctionalInterface
  protected interface Declaration<V> {

    /** Says in one or two sentences what the setting is for; returns its value. */
    V means(String sentences);
  }

  private final String section;
  private final Optional<Config> config;
  private final List<Setting<?>> settings;

  /**
   * Declares settings.
   *
   * @param section of the reference in {@code src/docs}, where the settings are described
   */
  protected SettingGroup(String section, Setting<?>... settings) {
    this(section, Optional.empty(), settings);
  }

  /**
   * Reads the values of the settings that the fields declare.
   *
   * @throws IllegalArgumentException if a value is not allowed; names its property
   */
  protected SettingGroup(String section, Config config) {
    this(section, Optional.of(config));
  }

  private SettingGroup(String section, Optional<Config> config, Setting<?>... settings) {
    this.section = section;
    this.config = config;
    this.settings = new ArrayList<>(List.of(settings));
  }

  /** Declares a setting with a default, and reads it. */
  protected final <T> Declaration<T> setting(String name, SettingType<T> type, String byDefault) {
    return sentences -> value(Setting.of(name, type, byDefault).means(sentences));
  }

  /** Declares a setting that may be absent, and reads it. */
  protected final <T> Declaration<Optional<T>> optional(String name, SettingType<T> type) {
    return sentences -> find(Setting.optional(name, type).means(sentences));
  }

  /** Adds a setting with a default to this group, and reads it. */
  protected final <T> T value(Setting<T> setting) {
    return find(setting).orElseGet(setting::usual);
  }

  /** Adds a setting to this group, and reads it. */
  protected final <T> Optional<T> find(Setting<T> setting) {
    settings.add(setting);
    return config.flatMap(setting::find);
  }

  /** Returns the section of the reference. */
  public final String section() {
    return section;
  }

  /** Returns the settings in the order of the reference. */
  public final List<Setting<?>> settings() {
    return List.copyOf(settings);
  }

  /** Returns what values together do not achieve, though each is allowed; names the settings. */
  public List<String> warnings(Config config) {
    return List.of(); // as most groups have none
  }

  /**
   * Checks the rules between several settings; each has been found valid by itself. It must not
   * call anything but the configuration and files.
   *
   * @throws IllegalArgumentException if a rule is broken; names the settings
   */
  public void check(Config config) {
    // most groups have no such rules
  }
}
