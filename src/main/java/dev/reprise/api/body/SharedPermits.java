package dev.reprise.api.body;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A number of places, of which one owner has at most so many at once. */
final class SharedPermits {

  private final int max;
  private final int share;
  private final Map<String, Integer> taken = new HashMap<>();
  private int total;

  /**
   * @param max how many there are
   * @param share how many of them one owner may have
   */
  SharedPermits(int max, int share) {
    this.max = max;
    this.share = share;
  }

  /** One of the places; free again when it is closed. */
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

  /** Takes a place, or returns none where all are taken, or as many as the owner may have. */
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
