package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Twenty runs that are under way while something goes wrong, and clients that follow some of them.
 * A person reads the ledger and gives verdicts on calls whose outcome is unknown.
 */
final class Workload {

  private static final int RUNS = 20;
  private static final int FOLLOWED = 5;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final LedgerProcess ledger;
  private final List<Site> servers;
  private final List<UUID> runs;
  private final List<EventStreamReader> readers;

  /** The runs whose end was seen, each with its journal at that time. */
  private final Map<UUID, RecordedRun> ended = new HashMap<>();

  private Workload(LedgerProcess ledger, List<Site> servers) {
    this.ledger = ledger;
    this.servers = servers;
    this.runs =
        IntStream.range(0, RUNS)
            .mapToObj(i -> servers.get(i % servers.size()).submit("errands"))
            .toList();
    this.readers =
        runs.stream().limit(FOLLOWED).map(run -> EventStreamReader.start(run, servers)).toList();
  }

  /** Submits the runs to the servers in turn. */
  static Workload submit(LedgerProcess ledger, Site... servers) {
    return new Workload(ledger, List.of(servers));
  }

  List<UUID> runs() {
    return runs;
  }

  /** Returns the status of each run, as this server sees it. */
  Map<UUID, Runs.Standing> standings(Site site) {
    var standings = site.runs().list();
    standings.keySet().retainAll(runs);
    return standings;
  }

  /**
   * Waits until this many more calls have reached the ledger.
   *
   * @param site a server that is alive
   * @return false if all runs have ended before that
   */
  boolean awaitProgress(Site site, int calls) {
    int goal = calls() + calls;
    await(() -> tend(site) || calls() >= goal);
    return ended.size() < runs.size();
  }

  /** Waits until all runs have ended, and checks what must be true then. */
  void awaitUnharmedEnd(Site site, Invariants invariants) throws InterruptedException {
    await(() -> tend(site));
    LedgerPage page = ledger.read();
    for (UUID run : runs) {
      RecordedRun recorded = site.runs().read(run);
      assertThat(recorded).as("run %s since it ended", run).isEqualTo(ended.get(run));
      invariants.check(run, recorded, page);
    }
    for (int i = 0; i < readers.size(); i++) {
      readers.get(i).assertSawAll(site.runs().read(runs.get(i)).events());
    }
  }

  /**
   * Servers and database may be down meanwhile; after too long a standstill, the threads show why.
   */
  private void await(Callable<Boolean> condition) {
    try {
      Awaitility.await().atMost(PATIENCE).ignoreExceptions().until(condition);
    } catch (ConditionTimeoutException e) {
      servers.stream()
          .filter(site -> site.server().isAlive())
          .forEach(site -> System.out.println("threads: " + site.server().dumpThreads()));
      throw e;
    }
  }

  private int calls() {
    LedgerPage page = ledger.read();
    return runs.stream().mapToInt(page::calls).sum();
  }

  /** Acts as a person who gives verdicts; returns whether all runs have ended. */
  private boolean tend(Site site) {
    for (var run : standings(site).entrySet()) {
      switch (run.getValue().status()) {
        case "WAITING" -> judge(site, run.getKey());
        case "COMPLETED", "FAILED", "CANCELLED", "DEAD_LETTER" ->
            ended.computeIfAbsent(run.getKey(), site.runs()::read);
        default -> {}
      }
    }
    return ended.size() == runs.size();
  }

  private void judge(Site site, UUID run) {
    LedgerPage page = ledger.read();
    for (Runs.Call call : site.runs().unknownCalls(run)) {
      if (page.effects(call.idempotencyKey(run)) > 0) {
        site.runs().resolve(run, call.id(), "SUCCEEDED", "noted");
      } else {
        site.runs().tryToResolve(run, call.id(), "RETRY");
      }
    }
  }
}
