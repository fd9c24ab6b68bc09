package dev.reprise.bench;

import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * W7: of two servers on one PostgreSQL one dies with 50 runs in hand; how long until the other has
 * taken the first and the last of them a step further.
 */
final class TakeOver implements Workload {

  private static final int LEASE_SECONDS = 3;
  private static final int RUNS = 50;

  /** Long enough to outlive the start of the second server and the take-over. */
  private static final BenchAgent LONG = BenchAgent.calling("act", 2000).thinking(200);

  @Override
  public String name() {
    return "W7";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    if (!(bench.database() instanceof Postgres postgres)) {
      return; // Derby serves one server
    }
    var settings =
        BenchServer.SHARING_CLASSES
            .with("REPRISE_LEASE", "PT%dS".formatted(LEASE_SECONDS))
            .with("REPRISE_DISPATCH_MAX_RUNNING", Integer.toString(RUNS));
    ServerOptions options = postgres.underServer(settings, "bench_w7");
    try (var one = BenchServer.on("bench-w7-one", options, LONG);
        var two = BenchServer.on("bench-w7-two", options, LONG);
        var clients = new Clients(two, 32)) {
      one.start();
      List<UUID> runs;
      try (var submitters = new Clients(one, 32)) {
        runs = submitters.submit(LONG, RUNS);
      }
      awaitNoneQueued(one);
      two.start();

      Instant killed = Instant.now();
      one.process().kill();
      report(bench, killed, awaitSteps(clients, runs));
    }
  }

  private static void awaitNoneQueued(BenchServer server) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> server.newest(LONG, "QUEUED").isEmpty());
  }

  /** Returns when each run's first step behind the kill was, once all have one. */
  private static List<Instant> awaitSteps(Clients clients, List<UUID> runs) throws Exception {
    List<RecordedRun> recorded;
    do {
      recorded = clients.read(runs);
    } while (!recorded.stream().allMatch(TakeOver::wasTakenOver));
    return recorded.stream().map(TakeOver::firstStep).toList();
  }

  private static boolean wasTakenOver(RecordedRun run) {
    return run.count("run.admitted") > 1 && !run.last().type().equals("run.admitted");
  }

  /** Returns when the run went on under its second holder. */
  private static Instant firstStep(RecordedRun run) {
    long epoch = run.all("run.admitted").skip(1).findFirst().orElseThrow().epoch();
    return run.events().stream()
        .filter(event -> event.epoch() == epoch && !event.type().equals("run.admitted"))
        .findFirst()
        .map(RecordedEvent::at)
        .orElseThrow();
  }

  private static void report(Bench bench, Instant killed, List<Instant> steps) {
    Instant first = steps.stream().min(Instant::compareTo).orElseThrow();
    Instant last = steps.stream().max(Instant::compareTo).orElseThrow();
    bench.result("lease", LEASE_SECONDS, "s");
    bench.result("kill_to_first_step", Seconds.between(killed, first), "s");
    bench.result("kill_to_last_step", Seconds.between(killed, last), "s");
  }
}
