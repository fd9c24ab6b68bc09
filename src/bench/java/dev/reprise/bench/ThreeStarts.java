package dev.reprise.bench;

import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * Three servers on one PostgreSQL that start at once, as after an outage: when the last of them is
 * ready, and what the first runs of all three together cost.
 */
final class ThreeStarts {

  private static final int TO_EACH = 100;

  private final List<BenchServer> servers;
  private final BenchAgent agent;

  private ThreeStarts(List<BenchServer> servers, BenchAgent agent) {
    this.servers = servers;
    this.agent = agent;
  }

  static void measure(Bench bench, Postgres postgres, ServerOptions settings, BenchAgent agent)
      throws Exception {
    ServerOptions options = postgres.underServer(settings, "bench_w16_three");
    try (var one = BenchServer.on("bench-w16-one", options, agent);
        var two = BenchServer.on("bench-w16-two", options, agent);
        var three = BenchServer.on("bench-w16-three", options, agent)) {
      one.start(); // makes the tables
      one.process().stop();
      new ThreeStarts(List.of(one, two, three), agent).measure(bench);
    }
  }

  private void measure(Bench bench) throws Exception {
    long begun = System.nanoTime();
    together(servers.stream().<Callable<Duration>>map(server -> server::start));
    bench.result("three_ready", Seconds.since(begun), "s");
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < bench.size(30, 4); i++) {
      millis.add(round());
    }
    bench.result("three_processor_time_of_1_to_300", millis.getFirst(), "ms");
    bench.result("three_processor_time_of_301_to_900", mean(millis.subList(1, 3)), "ms");
    bench.result("three_processor_time_of_the_last", millis.getLast(), "ms");
  }

  /** Carries out as many runs as are submitted to each server; returns what one of them took. */
  private double round() throws Exception {
    Duration before = processorTime();
    together(servers.stream().<Callable<Void>>map(server -> () -> submit(server)));
    for (BenchServer server : servers) {
      server.awaitIdle(agent);
    }
    Duration used = processorTime().minus(before);
    return 1000 * Seconds.of(used) / (TO_EACH * servers.size());
  }

  private Void submit(BenchServer server) throws Exception {
    try (var clients = new Clients(server, 8)) {
      clients.submit(agent, TO_EACH);
    }
    return null;
  }

  private Duration processorTime() {
    return servers.stream()
        .map(server -> server.jvm().processorTime())
        .reduce(Duration.ZERO, Duration::plus);
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(it -> it).average().orElseThrow();
  }

  private static <T> void together(Stream<Callable<T>> tasks) throws Exception {
    try (var threads = Executors.newCachedThreadPool()) {
      for (var each : threads.invokeAll(tasks.toList())) {
        each.get();
      }
    }
  }
}
