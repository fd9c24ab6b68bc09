package dev.reprise.platform;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * A number of permits, of which one tenant may have only a share at once, and one caller only a
 * share of that. So neither a tenant nor a caller takes what others need.
 */
public final class SharedPermits {

  private final int max;
  private final int ofTenant;
  private final int ofCaller;
  private final Map<String, Integer> takenByTenant = new HashMap<>();
  private final Map<Owner, Integer> takenByCaller = new HashMap<>();
  private int taken;

  /**
   * @param max how many permits there are
   * @param ofTenant how many of them one tenant may have
   * @param ofCaller how many of them one caller may have
   */
  public SharedPermits(int max, int ofTenant, int ofCaller) {
    this.max = max;
    this.ofTenant = ofTenant;
    this.ofCaller = ofCaller;
  }

  /**
   * Returns permits with the usual shares: a tenant may have half of them if there are several, and
   * a caller three quarters of the tenant's, rounded up.
   */
  public static SharedPermits usual(Config config, int max) {
    int ofTenant = TenantShare.usual(config, max, 2);
    return new SharedPermits(max, ofTenant, (3 * ofTenant + 3) / 4);
  }

  /** Who takes a permit. */
  public record Owner(String tenant, String caller) {}

  /** One of the permits; closing it frees it. */
  public final class Permit implements AutoCloseable {

    private final Owner owner;
    private boolean isOpen = true;

    private Permit(Owner owner) {
      this.owner = owner;
    }

    @Override
    public void close() {
      synchronized (SharedPermits.this) {
        if (isOpen) {
          isOpen = false;
          taken--;
          free(takenByTenant, owner.tenant());
          free(takenByCaller, owner);
        }
      }
    }
  }

  /** Takes a permit; returns empty if all are taken, or the tenant or the caller has its share. */
  public synchronized Optional<Permit> take(Owner owner) {
    if (taken >= max
        || takenByTenant.getOrDefault(owner.tenant(), 0) >= ofTenant
        || takenByCaller.getOrDefault(owner, 0) >= ofCaller) {
      return Optional.empty();
    }
    taken++;
    takenByTenant.merge(owner.tenant(), 1, Integer::sum);
    takenByCaller.merge(owner, 1, Integer::sum);
    return Optional.of(new Permit(owner));
  }

  private static <K> void free(Map<K, Integer> counts, K key) {
    counts.computeIfPresent(key, (unused, count) -> count == 1 ? null : count - 1);
  }
}
