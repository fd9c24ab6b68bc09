package dev.reprise.crash;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The content of a {@link Ledger} at one moment.
 *
 * @param lines each {@code METHOD key}; the key of a call is its idempotency key, which begins with
 *     the run's id
 */
record LedgerPage(List<String> lines) {

  /** Returns how often the call with this key has reached the ledger, with or without effect. */
  int attempts(String key) {
    return (int) lines.stream().filter(line -> keyOf(line).equals(key)).count();
  }

  /** Returns how often the effect of this key has happened. */
  int effects(String key) {
    int puts = Math.min(1, Collections.frequency(lines, "PUT " + key));
    return puts + Collections.frequency(lines, "POST " + key);
  }

  /** Returns how many times calls of a run have reached the ledger. */
  int calls(UUID run) {
    return (int) lines.stream().filter(line -> keyOf(line).startsWith(run + "/")).count();
  }

  /** Returns the keys whose effects have happened. */
  Set<String> effects() {
    return lines.stream()
        .filter(line -> !line.startsWith("GET "))
        .map(LedgerPage::keyOf)
        .collect(Collectors.toSet());
  }

  /** Returns the keys of a run's calls that have reached the ledger. */
  Set<String> keys(UUID run) {
    return lines.stream()
        .map(LedgerPage::keyOf)
        .filter(key -> key.startsWith(run + "/"))
        .collect(Collectors.toSet());
  }

  /** Returns whether a run has reached the point at which it is held. */
  boolean hasArrived(UUID run, CrashPoint point) {
    return lines.contains("POST " + point.key(run));
  }

  private static String keyOf(String line) {
    return line.substring(line.indexOf(' ') + 1);
  }
}
