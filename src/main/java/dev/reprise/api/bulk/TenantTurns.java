package dev.reprise.api.bulk;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Whose turn it is: the tenant's whose last one on this server is the longest ago. */
final class TenantTurns {

  /** Those who had a turn, the longest ago first; only those who still wait are remembered. */
  private final LinkedHashSet<String> served = new LinkedHashSet<>();

  /**
   * Returns the tenant whose turn it is, which it has with this.
   *
   * @param waiting the tenants that wait; those who had no turn yet in this order
   */
  synchronized Optional<String> next(List<String> waiting) {
    served.retainAll(waiting);
    Optional<String> next =
        waiting.stream()
            .filter(it -> !served.contains(it))
            .findFirst()
            .or(() -> served.stream().findFirst());
    next.ifPresent(served::addLast);
    return next;
  }
}
