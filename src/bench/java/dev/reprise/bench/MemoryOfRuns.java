package dev.reprise.bench;

import dev.reprise.server.ServerOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * W13: the live heap and the threads that a running run, an event stream and a waiting run each
 * take, as the mean of 1,000 of them at once.
 */
final class MemoryOfRuns implements Workload {

  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final BenchAgent DOUBTS = BenchAgent.calling("doubt", 1);

  @Override
  public String name() {
    return "W13";
  }

  @Override
  public void measure(Bench bench) throws Exception {
    measure(bench, "never", "");
    measure(bench, "always", "_as_job");
  }

  private static void measure(Bench bench, String asJobs, String how) throws Exception {
    int count = bench.size(1000, 50);
    Path gate = Benchmarks.directory().resolve("gate-" + UUID.randomUUID());
    BenchAgent gated = BenchAgent.calling("act", 1).answeringOnce(gate);
    String most = Integer.toString(count);
    ServerOptions options =
        BenchServer.PRODUCTION
            .with("REPRISE_DISPATCH_AS_JOBS", asJobs)
            .with("REPRISE_DISPATCH_MAX_RUNNING", most)
            .with("REPRISE_BOUND_MODEL_CALLS", most)
            .with("REPRISE_STREAMS_MAX", most);
    String name = "w13" + how.replace('_', '-');
    try (var server = BenchServer.make(bench, name, options, gated, DOUBTS);
        var clients = new Clients(server, 16)) {
      server.start();
      haveWait(clients, bench.size(200, 10)); // loads classes and fills pools
      Memory idle = Memory.of(server.jvm());
      haveWait(clients, count);
      Memory waiting = Memory.of(server.jvm());
      List<UUID> runs = clients.submit(gated, count);
      awaitAllRunning(server, gated);
      Memory running = Memory.of(server.jvm());
      report(bench, "waiting_run" + how, idle, waiting, count);
      report(bench, "running_run" + how, waiting, running, count);
      try (var followers = Followers.open(clients, runs, count)) {
        if (followers.streams().size() != count) {
          throw new IllegalStateException("only %d streams".formatted(followers.streams().size()));
        }
        report(bench, "stream" + how, running, Memory.of(server.jvm()), count);
      }
      Files.createFile(gate);
      server.awaitIdle(gated);
      clients.completed(runs);
    } finally {
      Files.deleteIfExists(gate);
    }
  }

  private static void haveWait(Clients clients, int count) throws Exception {
    clients.submit(DOUBTS, count);
    clients.server().awaitIdle(DOUBTS);
  }

  private static void awaitAllRunning(BenchServer server, BenchAgent agent) {
    Awaitility.await().atMost(PATIENCE).until(() -> server.newest(agent, "QUEUED").isEmpty());
  }

  private static void report(Bench bench, String what, Memory before, Memory after, int count) {
    bench.result("heap_of_a_" + what, (after.heapKb() - before.heapKb()) / count, "kB");
    double threads = after.threads() - before.threads();
    bench.result("threads_of_a_" + what, threads / count, "threads");
  }

  private record Memory(double heapKb, int threads) {
    static Memory of(Jvm jvm) throws Exception {
      return new Memory(jvm.liveHeapBytes() / 1e3, jvm.threads());
    }
  }
}
