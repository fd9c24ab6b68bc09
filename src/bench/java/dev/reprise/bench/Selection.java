package dev.reprise.bench;

import java.util.List;

/**
 * The selected benchmarks.
 *
 * @param workloads names, in the order in which they run
 * @param databases names
 * @param isShort whether only to show that everything works, in seconds instead of minutes
 */
record Selection(List<String> workloads, List<String> databases, boolean isShort) {

  /** Reads {@code bench.only}, {@code bench.databases} and {@code bench.short}. */
  static Selection fromSystemProperties() {
    return new Selection(
        words("bench.only"), words("bench.databases"), Boolean.getBoolean("bench.short"));
  }

  private static List<String> words(String property) {
    return List.of(System.getProperty(property, "").split(","));
  }
}
