package dev.reprise.platform.settings;

import java.util.List;
import org.eclipse.microprofile.config.Config;

/**
 * Settings that one class declares and reads. {@code META-INF/services} lists the groups, in the
 * order of the reference.
 */
public abstract class SettingGroup {

  private final String section;
  private final List<Setting<?>> settings;

  /**
   * @param section of the reference in {@code src/docs}, where the settings are described
   */
  protected SettingGroup(String section, Setting<?>... settings) {
    this.section = section;
    this.settings = List.of(settings);
  }

  /** Returns the section of the reference. */
  public final String section() {
    return section;
  }

  /** Returns the settings in the order of the reference. */
  public final List<Setting<?>> settings() {
    return settings;
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
