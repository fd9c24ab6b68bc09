package dev.reprise.platform;

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
   * @param property the property that sets it
   * @param all the server's capacity
   * @param parts with several tenants, the default is {@code all} divided by this; at least 1
   * @throws IllegalArgumentException if the property is less than 1; the message names it
   */
  public static int of(Config config, String property, int all, int parts) {
    int share =
        config.getOptionalValue(property, Integer.class).orElseGet(() -> usual(config, all, parts));
    if (share < 1) {
      throw new IllegalArgumentException(
          "%s must be at least 1, not %d".formatted(property, share));
    }
    return share;
  }

  /** Returns a tenant's share if no property sets it. */
  public static int usual(Config config, int all, int parts) {
    return Math.max(1, hasTenants(config) ? all / parts : all);
  }

  private static boolean hasTenants(Config config) {
    return config.getOptionalValue(TenantScope.PATTERN, String.class).isPresent();
  }
}
