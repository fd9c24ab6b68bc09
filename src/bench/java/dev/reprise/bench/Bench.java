package dev.reprise.bench;

/**
 * What a workload is measured with.
 *
 * @param isShort whether to be done in seconds
 */
record Bench(BenchDatabase database, String workload, Results results, boolean isShort) {

  void result(String figure, double value, String unit) {
    results.add(database.name(), workload, figure, value, unit);
  }

  /** Returns the one or the other size of a workload. */
  int size(int usual, int inShort) {
    return isShort ? inShort : usual;
  }
}
