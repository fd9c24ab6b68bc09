package dev.reprise.api.body;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A number of permits, of which one owner may have only a share at once. */
final class SharedPermits {

  private final int max;
  private final int share;
  private final Map<String, Integer> taken = new HashMap<>();
  private int total;

  /**
   * @param max how many permits there are
   * @param share how many of them one owner may have
   */
  SharedPermits(int max, int share) {
    this.max = max;
    this.share = share;
  }

  /** One of the permits; closing it frees it. */
  final class Permit implements AutoCloseable {

    private final String owner;
    private boolean isOpen = true;

    private Permit(String owner) {
      this.owner = owner;
    }

    @Override
    public void close() {
      synchronized (SharedPermits.this) {
        if (isOpen) {
          isOpen = false;
          total--;
          taken.computeIfPresent(owner, (unused, count) -> count == 1 ? null : count - 1);
        }
      }
    }
  }

  /** Takes a permit; returns empty if all are taken, or the owner has its share. */
  synchronized Optional<Permit> take(String owner) {
    int own = taken.getOrDefault(owner, 0);
    if (total >= max || own >= share) {
      return Optional.empty();
    }
    total++;
    taken.put(owner, own + 1);
    return Optional.of(new Permit(owner));
  }
}
