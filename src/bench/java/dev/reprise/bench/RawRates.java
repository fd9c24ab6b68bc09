package dev.reprise.bench;

/** The raw commit rate alone. */
final class RawRates implements Workload {

  @Override
  public String name() {
    return "raw";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    RawCommits raw = RawCommits.on(bench);
    raw.rate(1); // warms up
    bench.result("by_1", raw.rate(1), "commits/s");
    bench.result("by_32", raw.rate(32), "commits/s");
  }
}
