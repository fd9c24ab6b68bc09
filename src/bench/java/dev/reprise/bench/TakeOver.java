package dev.reprise.bench;

import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * W7: one of two servers on one PostgreSQL dies with 50 active runs. It measures the time until the
 * other server has taken the first and the last of them a step further.
 */
final class TakeOver implements Workload {

  private static final int LEASE_SECONDS = 3;
  private static final int RUNS = 50;

  /** Long enough to outlive the start of the second server and the takeover. */
  private static final BenchAgent LONG = BenchAgent.calling("act", 2000).thinking(200);

  @Override
  public String name() {
    return "W7";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    if (!(bench.database() instanceof Postgres postgres)) {
      return; // only one server can use a Derby database
    }
    var settings =
        BenchServer.PRODUCTION
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
      report(bench, killed, awaitSteps(clients, runs, killed));
    }
  }

  private static void awaitNoneQueued(BenchServer server) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> server.newest(LONG, "QUEUED").isEmpty());
  }

  /**
   * Returns whether the killed server held a run until the kill. While its neighbour starts, it may
   * be so busy that it loses runs earlier.
   */
  private static boolean wasHeldByTheKilled(RecordedRun run, Instant killed) {
    return run.all("run.admitted")
        .filter(admitted -> !admitted.at().isAfter(killed))
        .reduce((before, admitted) -> admitted)
        .filter(last -> last.data().path("server").asText().contains("/bench-w7-one/"))
        .isPresent();
  }

  /** Returns the time of each run's first step after the kill, once all runs have one. */
  private static List<Instant> awaitSteps(Clients clients, List<UUID> runs, Instant killed)
      throws Exception {
    List<Optional<Instant>> steps;
    do {
      steps =
          clients.read(runs).stream()
              .filter(run -> wasHeldByTheKilled(run, killed))
              .map(run -> firstStep(run, killed))
              .toList();
    } while (!steps.stream().allMatch(Optional::isPresent));
    return steps.stream().flatMap(Optional::stream).toList();
  }

  /** Returns when a run continued that was admitted again after the kill. */
  private static Optional<Instant> firstStep(RecordedRun run, Instant killed) {
    return run.all("run.admitted")
        .filter(admitted -> admitted.at().isAfter(killed))
        .findFirst()
        .flatMap(
            admitted ->
                run.events().stream()
                    .filter(event -> event.epoch() == admitted.epoch())
                    .filter(event -> !event.type().equals("run.admitted"))
                    .findFirst())
        .map(RecordedEvent::at);
  }

  private static void report(Bench bench, Instant killed, List<Instant> steps) {
    Instant first = steps.stream().min(Instant::compareTo).orElseThrow();
    Instant last = steps.stream().max(Instant::compareTo).orElseThrow();
    bench.result("lease", LEASE_SECONDS, "s");
    bench.result("kill_to_first_step", Seconds.between(killed, first), "s");
    bench.result("kill_to_last_step", Seconds.between(killed, last), "s");
  }
}
