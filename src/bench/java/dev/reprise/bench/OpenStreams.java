package dev.reprise.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * W9: what 1,000 open event streams of 20 runs cost, how late their clients receive events, and how
 * fast other runs are beside them.
 */
final class OpenStreams implements Workload {

  private static final int FOLLOWED = 20;
  private static final int AT_ONCE = 32;

  /** Takes a step a second, as with a model that thinks. */
  private static final BenchAgent PACED = BenchAgent.calling("look", 9000).thinking(1000);

  private static final BenchAgent FAST = BenchAgent.calling("act", 10);

  @Override
  public String name() {
    return "W9";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    int count = bench.size(1000, 50);
    var options =
        BenchServer.PRODUCTION
            .with("REPRISE_STREAMS_MAX", Integer.toString(count))
            .with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(FOLLOWED + AT_ONCE));
    try (var server = BenchServer.make(bench, "w9", options, PACED, FAST);
        var clients = new Clients(server, AT_ONCE)) {
      server.start();
      List<UUID> followed = clients.submit(PACED, FOLLOWED);
      awaitNoneQueued(server);
      for (int i = 0; i < bench.size(8, 1); i++) {
        rate(bench, clients); // warms up
      }
      var time = Duration.ofSeconds(bench.size(30, 5));
      warmUp(clients, followed, count, time);
      measureStreams(bench, clients, followed, count, time);
      measureRuns(bench, clients, followed, count);
    }
  }

  private static void awaitNoneQueued(BenchServer server) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> server.newest(PACED, "QUEUED").isEmpty());
  }

  private static void warmUp(Clients clients, List<UUID> followed, int count, Duration time)
      throws Exception {
    try (var followers = Followers.open(clients, followed, count)) {
      followers.latencies(time);
    }
  }

  private static void measureStreams(
      Bench bench, Clients clients, List<UUID> followed, int count, Duration time)
      throws Exception {
    Jvm jvm = clients.server().jvm();
    awaitEndOfStreams(); // of the streams that warmed up
    report(bench, jvm, "without");
    bench.result("processor_without", processors(jvm, () -> Thread.sleep(time)), "cores");
    Instant begin = Instant.now();
    try (var followers = Followers.open(clients, followed, count)) {
      bench.result("open_" + count, Seconds.between(begin, Instant.now()), "s");
      report(bench, jvm, "with_" + count);
      bench.result(
          "processor_with_" + count,
          processors(jvm, () -> latencies(bench, followers, time)),
          "cores");
    }
  }

  /** Waits, because a server finds that a client has gone only when it next writes to it. */
  private static void awaitEndOfStreams() throws InterruptedException {
    Thread.sleep(Duration.ofSeconds(15));
  }

  private static void report(Bench bench, Jvm jvm, String how) throws Exception {
    bench.result("threads_" + how, jvm.threads(), "threads");
    bench.result("heap_" + how, jvm.liveHeapBytes() / 1e6, "MB");
  }

  private static void latencies(Bench bench, Followers followers, Duration time)
      throws InterruptedException {
    List<Double> latencies = followers.latencies(time);
    bench.result("events", latencies.size() / Seconds.of(time), "events/s");
    bench.result("latency_p50", 1000 * at(latencies, 0.5), "ms");
    bench.result("latency_p99", 1000 * at(latencies, 0.99), "ms");
  }

  private static double at(List<Double> sorted, double share) {
    return sorted.get((int) (share * (sorted.size() - 1)));
  }

  /** Measures runs at full speed, alternately beside streams and without them. */
  private static void measureRuns(Bench bench, Clients clients, List<UUID> followed, int count)
      throws Exception {
    var without = new Mean();
    var with = new Mean();
    for (int i = 0; i < bench.size(3, 1); i++) {
      awaitEndOfStreams();
      without.add(rate(bench, clients));
      try (var followers = Followers.open(clients, followed, count)) {
        with.add(rate(bench, clients));
        if (followers.arrivals().isEmpty()) {
          throw new IllegalStateException("nothing was streamed meanwhile");
        }
      }
    }
    bench.result("runs_without", without.value(), "runs/s");
    bench.result("runs_with_" + count, with.value(), "runs/s");
    bench.result("runs_ratio", with.value() / without.value(), "ratio");
  }

  private static double rate(Bench bench, Clients clients) throws Exception {
    List<UUID> runs = clients.submit(FAST, bench.size(200, 32));
    clients.server().awaitIdle(FAST);
    return RecordedRuns.perSecond(clients.completed(runs));
  }

  /** Work that takes a while. */
  private interface Work {
    void run() throws Exception;
  }

  /** Returns how many processors the server keeps busy during this work. */
  private static double processors(Jvm jvm, Work work) throws Exception {
    Duration before = jvm.processorTime();
    Instant begin = Instant.now();
    work.run();
    double passed = Seconds.between(begin, Instant.now());
    return Seconds.of(jvm.processorTime().minus(before)) / passed;
  }
}
