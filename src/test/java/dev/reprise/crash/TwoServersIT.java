package dev.reprise.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two servers on one database end all runs unharmed, whatever becomes of one of them. */
class TwoServersIT {

  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(20));
  private static final PostgresProcess POSTGRES = PostgresProcess.start("two-servers");
  private static final Site LEFT = Site.named("left", options());
  private static final Site RIGHT = LEFT.beside("right", options());

  private static ServerOptions options() {
    return LEDGER
        .serve(POSTGRES.serve(ServerOptions.DEFAULT))
        .with("REPRISE_LEASE", "PT3S")
        .with("REPRISE_DISPATCH_MAX_RUNNING", "20");
  }

  @BeforeAll
  static void start() {
    LEFT.server().start();
    RIGHT.server().start();
  }

  @AfterAll
  static void close() {
    LEFT.close();
    RIGHT.close();
    POSTGRES.close();
    LEDGER.close();
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.Nemesis#rounds")
  void endAllRunsThoughOneIsKilledAgainAndAgain(Nemesis nemesis) throws InterruptedException {
    System.out.println(nemesis);
    var work = Workload.submit(LEDGER, LEFT, RIGHT);

    Site victim = nemesis.oneOf(List.of(LEFT, RIGHT));
    while (work.awaitProgress(victim, nemesis.between(10, 60))) {
      victim.server().kill();
      work.awaitProgress(other(victim), nemesis.between(1, 60));
      victim.server().start();
      victim = nemesis.oneOf(List.of(LEFT, RIGHT));
    }

    work.awaitUnharmedEnd(LEFT, Invariants.AFTER_CRASHES);
    RIGHT.jobs().awaitNoneOpen();
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.Nemesis#rounds")
  void endAllRunsThoughOneSleepsPastItsLeases(Nemesis nemesis) throws InterruptedException {
    System.out.println(nemesis);
    var work = Workload.submit(LEDGER, LEFT, RIGHT);
    Site sleeper = nemesis.oneOf(List.of(LEFT, RIGHT));
    Site other = other(sleeper);
    work.awaitProgress(other, nemesis.between(20, 100));

    Map<UUID, RecordedRun> held;
    sleeper.server().suspend();
    try {
      held = heldBy(sleeper, other, work.runs());
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> heldBy(sleeper, other, work.runs()).isEmpty());
      work.awaitProgress(other, nemesis.between(1, 60));
    } finally {
      sleeper.server().resume();
    }

    assertThat(held).as("runs of the server that fell asleep").isNotEmpty();
    work.awaitUnharmedEnd(other, Invariants.AFTER_PAUSES);
    other.jobs().awaitNoneOpen();
    held.forEach(
        (run, before) -> assertNothingWrittenWithTheEpochOf(before, other.runs().read(run)));
  }

  private static void assertNothingWrittenWithTheEpochOf(RecordedRun before, RecordedRun after) {
    long stale = before.last().epoch();
    after.assertContinues(before);
    assertThat(after.events().subList(before.events().size(), after.events().size()))
        .as("written behind %s", before.last())
        .isNotEmpty()
        .allMatch(event -> event.epoch() > stale);
  }

  /** Returns the runs that a server holds, as another server sees it. */
  private static Map<UUID, RecordedRun> heldBy(Site holder, Site observer, List<UUID> runs) {
    Map<UUID, RecordedRun> held = new HashMap<>();
    for (UUID run : runs) {
      if (holder.holds(run, observer)) {
        held.put(run, observer.runs().read(run));
      }
    }
    return held;
  }

  private static Site other(Site site) {
    return site == LEFT ? RIGHT : LEFT;
  }
}
