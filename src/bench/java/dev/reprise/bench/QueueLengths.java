package dev.reprise.bench;

import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * W17: what a run, a submission and the first page of a list cost beside 100, 10,000 and {@code
 * bench.runs} queued runs, of one tenant and of 1,000.
 */
final class QueueLengths implements Workload {

  private static final int AT_ONCE = 32;
  private static final int TOGETHER = 100;
  private static final int FEW = 100;
  private static final BenchAgent AGENT = BenchAgent.calling("look", 0);
  private static final Pattern ENDED =
      Pattern.compile("(?m)^agentrun_run_duration_seconds_count\\{[^}]*\\} (\\d+)");

  @Override
  public String name() {
    return "W17";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    measure(bench, 1);
    measure(bench, bench.size(1000, 20));
  }

  private static void measure(Bench bench, int tenants) throws Exception {
    Path gate = Benchmarks.directory().resolve("gate-" + UUID.randomUUID());
    BenchAgent agent = AGENT.answeringOnce(gate);
    List<String> users =
        IntStream.range(0, Math.min(tenants, 10)).mapToObj("ana@t%d"::formatted).toList();
    int most = bench.size(Integer.getInteger("bench.runs", 1_000_000), 3000);
    try (var server = BenchServer.make(bench, "w17-" + tenants, options(users), agent);
        var clients = new Clients(server, AT_ONCE)) {
      server.start();
      submit(clients, users, AT_ONCE + FEW);
      Map<String, Double> few = figures(bench, clients, users, gate);
      int queued = FEW;
      for (int length : new int[] {bench.size(10_000, 1000), most}) {
        add(bench, server, users.getFirst(), tenants, length - queued);
        queued = length;
        server.start();
        figures(bench, clients, users, gate)
            .forEach((name, value) -> report(bench, name, tenants, length, value, few));
      }
    } finally {
      Files.deleteIfExists(gate);
    }
  }

  private static void report(
      Bench bench, String name, int tenants, int length, double value, Map<String, Double> few) {
    String figure = "%s_beside_%d_of_%d".formatted(name, length, tenants);
    bench.result(figure, value, "ms");
    bench.result(figure + "_ratio", value / few.getOrDefault(name, Double.NaN), "ratio");
  }

  private static ServerOptions options(List<String> users) {
    ServerOptions options =
        BenchServer.PRODUCTION
            .with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(AT_ONCE))
            .with("REPRISE_QUEUE_MAX_QUEUED", "10000000")
            .with("REPRISE_TELEMETRY", "page")
            .with("REPRISE_TENANT_PATTERN", "[^@]+@(.+)")
            .with("REPRISE_WORKSPACES_BENCH_TENANTS", "*")
            .withUser("auditor@default", "auditors");
    for (String user : users) {
      options = options.withUser(user, "operators");
    }
    return options;
  }

  /** Adds copies of a queued run, as many for each tenant, and leaves the server stopped. */
  private static void add(Bench bench, BenchServer server, String user, int tenants, int count)
      throws Exception {
    String list = "api/v1/runs?limit=1&status=QUEUED";
    String run = as(server, user).get(list).path("items").path(0).path("id").asText();
    server.process().stop();
    try (StoppedDatabase stopped = bench.database().openUnder(server)) {
      RunTemplate template = RunTemplate.of(stopped.database(), UUID.fromString(run));
      var copies = new RunCopies(stopped.database(), template);
      int ofEach = Math.max(1, count / tenants);
      for (int i = 0; i < Math.min(tenants, count); i++) {
        copies.add("t" + i, ofEach, Instant.now(), Duration.ofMillis(1));
      }
      stopped.settle();
    }
  }

  /** Returns what operations take, in milliseconds; the queue is as long at the end as before. */
  private static Map<String, Double> figures(
      Bench bench, Clients clients, List<String> users, Path gate) throws Exception {
    Map<String, Double> millis = new LinkedHashMap<>();
    var submission = new Median();
    var start = new Median();
    for (int i = 0; i < bench.size(100, 4); i++) {
      double submitted = submissions(clients, users);
      double started = starts(clients.server(), gate);
      if (i >= bench.size(70, 2)) { // the others warm up
        submission.add(submitted);
        start.add(started);
      }
    }
    millis.put("submission_processor_time", submission.value());
    millis.put("run_processor_time", start.value());
    JsonClient http = as(clients.server(), users.getFirst());
    int rounds = bench.size(50, 3);
    millis.put("submit", time(rounds, () -> clients.server().submitAs(users.getFirst(), AGENT)));
    millis.put("list", time(rounds, () -> http.get("api/v1/runs?limit=20")));
    millis.put("list_queued", time(rounds, () -> http.get("api/v1/runs?limit=20&status=QUEUED")));
    millis.put("queue", time(rounds, () -> http.get("api/v1/queue")));
    return millis;
  }

  /** Submits runs while all places are taken; returns the processor time of one submission. */
  private static double submissions(Clients clients, List<String> users) throws Exception {
    Duration before = clients.server().jvm().processorTime();
    submit(clients, users, TOGETHER);
    Duration used = clients.server().jvm().processorTime().minus(before);
    return 1000 * Seconds.of(used) / TOGETHER;
  }

  /** Lets as many runs start and end; returns the processor time of one of them. */
  private static double starts(BenchServer server, Path gate) throws Exception {
    long endedBefore = ended(server);
    Duration before = server.jvm().processorTime();
    Files.createFile(gate);
    long ended = ended(server);
    while (ended < endedBefore + TOGETHER) {
      Thread.sleep(20);
      ended = ended(server);
    }
    Files.delete(gate);
    Duration used = server.jvm().processorTime().minus(before);
    return 1000 * Seconds.of(used) / (ended - endedBefore);
  }

  /** Returns how many runs have ended on this server since it started. */
  private static long ended(BenchServer server) {
    var page = as(server, "auditor@default").ask("api/v1/metrics");
    if (page.statusCode() != 200) {
      throw new IllegalStateException("no metrics: " + page.statusCode());
    }
    String metrics = page.body();
    return ENDED.matcher(metrics).results().mapToLong(it -> Long.parseLong(it.group(1))).sum();
  }

  private static void submit(Clients clients, List<String> users, int count) throws Exception {
    clients.all(
        Stream.iterate(0, i -> i + 1)
            .limit(count)
            .<Callable<UUID>>map(
                i -> () -> clients.server().submitAs(users.get(i % users.size()), AGENT)));
  }

  private static JsonClient as(BenchServer server, String user) {
    return server.runs().http().as(user);
  }

  private static double time(int rounds, Callable<?> operation) throws Exception {
    var median = new Median();
    for (int i = 0; i < 2 * rounds; i++) {
      long begin = System.nanoTime();
      operation.call();
      if (i >= rounds) { // the others warm up
        median.add(1000 * Seconds.since(begin));
      }
    }
    return median.value();
  }
}
