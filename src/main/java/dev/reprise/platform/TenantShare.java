package dev.reprise.platform;

import dev.reprise.platform.settings.Setting;
import org.eclipse.microprofile.config.Config;

/**
 * How much of a server's capacity one tenant may use.
 *
 * <p>A property sets it. Without the property, the share is all of it if {@code
 * reprise.tenant.pattern} is not set, because then all users are one tenant; else it is a part.
 */
public final class TenantShare {

  private TenantShare() {}

  /**
   * Returns a tenant's share.
   *
   * @param setting sets it
   * @param all the server's capacity
   * @param parts with several tenants, the default is {@code all} divided by this; at least 1
   * @throws IllegalArgumentException if the value is not valid; the message names the property
   */
  public static int of(Config config, Setting<Integer> setting, int all, int parts) {
    return setting.find(config).orElseGet(() -> usual(config, all, parts));
  }

  /** Returns a tenant's share if no property sets it. */
  public static int usual(Config config, int all, int parts) {
    return Math.max(1, TenantScope.isDivided(config) ? all / parts : all);
  }
}
