package dev.reprise.platform.settings;

import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * A setting as it is on this server.
 *
 * @param setting its declaration, with the name of the property
 * @param isOfOneThing whether it is the setting of a tenant, or of a named thing such as a
 *     workspace
 * @param value the text of the value, even of a secret; empty if it is not set
 * @param source where the value was set; empty if it is not set, or only by the product itself
 */
public record EffectiveSetting(
    Setting<?> setting, boolean isOfOneThing, Optional<String> value, Optional<String> source) {

  /** Stands for a value that the reader must not see. */
  public static final String HIDDEN = "[hidden]";

  /** The file with the product's own values. */
  private static final String OWN_VALUES = "META-INF/microprofile-config.properties";

  static EffectiveSetting of(Setting<?> setting, boolean isOfOneThing, Config config) {
    Optional<String> value = setting.text(config);
    return new EffectiveSetting(
        setting,
        isOfOneThing,
        value,
        value.map(unused -> setting.source(config)).filter(it -> !it.contains(OWN_VALUES)));
  }

  /** Returns the name of the property. */
  public String name() {
    return setting.name();
  }

  /**
   * Returns the value for an admin; {@value #HIDDEN} if it is not for the admin.
   *
   * @param isAdminOfAll whether the server has one tenant
   */
  public Optional<String> shownTo(boolean isAdminOfAll) {
    boolean isShown =
        switch (setting.disclosure()) {
          case ADMINS -> true;
          case ADMINS_OF_ALL -> isAdminOfAll;
          case NONE -> false;
        };
    return isShown ? value : value.map(unused -> HIDDEN);
  }

  /** Returns the name, since the value may be a secret. */
  @Override
  public String toString() {
    return name();
  }
}
