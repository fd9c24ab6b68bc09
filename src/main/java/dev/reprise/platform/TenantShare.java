package dev.reprise.platform;

import org.eclipse.microprofile.config.Config;

/**
 * How much one tenant may take of what a server has for all of them.
 *
 * <p>A property says so. Without it, the share is all where {@code reprise.tenant.pattern} is not
 * set, because then all users are one tenant; else it is a part.
 */
public final class TenantShare {

  private TenantShare() {}

  /**
   * Returns a tenant's share.
   *
   * @param property that says how much it is
   * @param all what the server has
   * @param parts the default is one of so many parts where there are several tenants; at least 1
   * @throws IllegalArgumentException if the property says less than 1; names it
   */
  public static int of(Config config, String property, int all, int parts) {
    int share =
        config.getOptionalValue(property, Integer.class).orElseGet(() -> usual(config, all, parts));
    if (share < 1) {
      throw new IllegalArgumentException("%s is at least 1, not %d".formatted(property, share));
    }
    return share;
  }

  /** Returns a tenant's share where no property says how much it is. */
  public static int usual(Config config, int all, int parts) {
    return Math.max(1, hasTenants(config) ? all / parts : all);
  }

  private static boolean hasTenants(Config config) {
    return config.getOptionalValue(TenantScope.PATTERN, String.class).isPresent();
  }
}
