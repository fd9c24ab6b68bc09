package dev.reprise.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * W16: what the first runs of a start cost, from ready on: 10,000 runs of 10 steps by 32 clients,
 * until the JVM has compiled what they need; and the memory of the server before and after. A
 * rolling restart pays this on each server.
 */
final class FirstMinute implements Workload {

  private static final int AT_ONCE = 32;
  private static final int TOGETHER = 100;
  private static final BenchAgent AGENT = BenchAgent.calling("act", 10);

  /** Runs that were submitted together. */
  private record Round(Duration end, double perSecond, double processorMillis) {}

  @Override
  public String name() {
    return "W16";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    var options =
        BenchServer.PRODUCTION.with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(AT_ONCE));
    var first300 = new Median();
    var to1000 = new Median();
    var warm = new Median();
    var warmRate = new Median();
    var untilHalf = new Median();
    var residentAtReady = new Median();
    var resident = new Median();
    var liveHeap = new Median();
    try (var server = BenchServer.make(bench, "w16", options, AGENT);
        var clients = new Clients(server, AT_ONCE)) {
      server.start(); // makes the tables
      for (int i = 0; i < bench.size(3, 1); i++) {
        server.process().stop();
        server.start();
        residentAtReady.add(server.jvm().residentBytes());
        List<Round> rounds = rounds(clients, bench.size(100, 20));
        resident.add(server.jvm().residentBytes());
        List<Round> last = rounds.subList(rounds.size() * 9 / 10, rounds.size());
        double rate = last.stream().mapToDouble(Round::perSecond).average().orElseThrow();
        first300.add(processorMillis(rounds.subList(0, 3)));
        to1000.add(processorMillis(rounds.subList(3, 10)));
        warm.add(processorMillis(last));
        warmRate.add(rate);
        untilHalf.add(secondsUntil(rate / 2, rounds));
        liveHeap.add(server.jvm().liveHeapBytes());
      }
    }
    bench.result("processor_time_of_1_to_300", first300.value(), "ms");
    bench.result("processor_time_of_301_to_1000", to1000.value(), "ms");
    bench.result("processor_time_when_warm", warm.value(), "ms");
    bench.result("warm_rate", warmRate.value(), "runs/s");
    bench.result("until_half_of_the_warm_rate", untilHalf.value(), "s");
    bench.result("resident_at_ready", residentAtReady.value() / (1 << 20), "MiB");
    bench.result("resident_when_warm", resident.value() / (1 << 20), "MiB");
    bench.result("live_heap_when_warm", liveHeap.value() / (1 << 20), "MiB");
    if (bench.database() instanceof Postgres postgres) {
      ThreeStarts.measure(bench, postgres, options, AGENT);
    }
  }

  private static List<Round> rounds(Clients clients, int count) throws Exception {
    List<Round> rounds = new ArrayList<>();
    long ready = System.nanoTime();
    for (int i = 0; i < count; i++) {
      long begun = System.nanoTime();
      Duration before = clients.server().jvm().processorTime();
      clients.submit(AGENT, TOGETHER);
      clients.server().awaitIdle(AGENT);
      Duration used = clients.server().jvm().processorTime().minus(before);
      long now = System.nanoTime();
      rounds.add(
          new Round(
              Duration.ofNanos(now - ready),
              TOGETHER / Seconds.of(Duration.ofNanos(now - begun)),
              Seconds.of(used) * 1000 / TOGETHER));
    }
    return rounds;
  }

  private static double processorMillis(List<Round> rounds) {
    return rounds.stream().mapToDouble(Round::processorMillis).average().orElseThrow();
  }

  private static double secondsUntil(double rate, List<Round> rounds) {
    return rounds.stream()
        .filter(round -> round.perSecond() >= rate)
        .findFirst()
        .map(round -> Seconds.of(round.end()))
        .orElseThrow();
  }
}
