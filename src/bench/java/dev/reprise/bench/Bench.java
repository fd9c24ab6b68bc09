package dev.reprise.bench;

/**
 * What a workload needs for a measurement.
 *
 * @param isShort whether the measurement must take seconds only
 */
record Bench(BenchDatabase database, String workload, Results results, boolean isShort) {

  void result(String figure, double value, String unit) {
    results.add(database.name(), workload, figure, value, unit);
  }

  /** Returns the usual or the short size of a workload. */
  int size(int usual, int inShort) {
    return isShort ? inShort : usual;
  }
}
