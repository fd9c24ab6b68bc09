package dev.reprise.statistics;

import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * For which labels of runs sums are kept: those whose keys the configuration names. Of a key that
 * has a value for each run, such as the number of a ticket, a server keeps the first {@value #MOST}
 * values of an hour; all others are counted together, for the key alone.
 */
final class LabelNames {

  /** How many values of a tenant's key are kept of an hour. */
  static final int MOST = 200;

  /** How many are kept of all tenants: some 3 MB. */
  private static final int MOST_OF_ALL = 20_000;

  private final Set<String> keys;
  private final Map<List<String>, Set<String>> seen = new HashMap<>();
  private Instant hour = Instant.MIN;
  private int kept;

  LabelNames(List<String> keys) {
    this.keys = Set.copyOf(keys);
  }

  /**
   * Returns what an event of a run is counted for.
   *
   * @param labels of the run, a line {@code key=value} each
   */
  Stream<String> of(String tenant, Instant at, String labels) {
    return labels
        .lines()
        .filter(label -> keys.contains(key(label)))
        .map(label -> isKept(tenant, at, label) ? label : key(label));
  }

  private static String key(String label) {
    return label.substring(0, label.indexOf('='));
  }

  private boolean isKept(String tenant, Instant at, String label) {
    Instant current = Span.HOUR.start(at);
    if (current.isAfter(hour)) {
      hour = current;
      seen.clear();
      kept = 0;
    }
    Set<String> values = seen.computeIfAbsent(List.of(tenant, key(label)), key -> new HashSet<>());
    if (values.size() < MOST && kept < MOST_OF_ALL && values.add(label)) {
      kept++;
    }
    return values.contains(label);
  }
}
