package dev.reprise.crash.servers;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Invariants;
import dev.reprise.crash.fixture.RandomChoices;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.Workload;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.Runs;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two servers on one database end all runs unharmed, no matter what happens to one of them. */
@Tag("postgresql")
class TwoServersIT {

  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(20));
  private static final PostgresProcess POSTGRES = PostgresProcess.start("two-servers");
  private static final Site LEFT = Site.named("left", options());
  private static final Site RIGHT = LEFT.beside("right", options());

  /**
   * The lease is longer than a server stalls while another one starts on the same machine: a call
   * of a server that lives and lost its lease may have its effect after the call was made again.
   */
  private static ServerOptions options() {
    return LEDGER
        .serve(POSTGRES.serve(ServerOptions.DEFAULT))
        .with("REPRISE_LEASE", "PT10S")
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
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void completeAllRunsThoughOneIsKilledRepeatedly(RandomChoices choices)
      throws InterruptedException {
    System.out.println(choices);
    var work = Workload.submit(LEDGER, LEFT, RIGHT);

    Site victim = choices.oneOf(List.of(LEFT, RIGHT));
    while (work.awaitProgress(victim, choices.between(10, 60))) {
      victim.server().kill();
      work.awaitProgress(other(victim), choices.between(1, 60));
      victim.server().start();
      victim = choices.oneOf(List.of(LEFT, RIGHT));
    }

    work.awaitUnharmedEnd(LEFT, Invariants.AFTER_CRASHES);
    RIGHT.jobs().awaitNoneOpen(work.runs());
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void completeAllRunsThoughOneSleepsPastItsLeases(RandomChoices choices)
      throws InterruptedException {
    System.out.println(choices);
    var work = Workload.submit(LEDGER, LEFT, RIGHT);
    work.awaitProgress(LEFT, choices.between(20, 100));
    Site sleeper = LEFT.holds(choices.oneOf(held(work))) ? LEFT : RIGHT;
    Site other = other(sleeper);

    Map<UUID, Long> epochs;
    Map<UUID, RecordedRun> takenOver = new HashMap<>();
    sleeper.server().suspend();
    try {
      epochs = epochsOf(sleeper, work, other);
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(
              () ->
                  assertThat(epochsOf(sleeper, work, other))
                      .as("held by who sleeps; sessions: %s", POSTGRES.sessions())
                      .isEmpty());
      work.awaitProgress(other, choices.between(1, 60));
      epochs.keySet().forEach(run -> takenOver.put(run, other.runs().read(run)));
    } finally {
      sleeper.server().resume();
    }
    work.awaitUnharmedEnd(other, Invariants.AFTER_PAUSES);

    assertThat(takenOver).as("runs of the server that fell asleep").isNotEmpty();
    takenOver.forEach(
        (run, before) ->
            assertNothingWrittenWith(
                requireNonNull(epochs.get(run)), before, other.runs().read(run)));
  }

  private static List<Runs.Standing> held(Workload work) {
    return work.standings(LEFT).values().stream().filter(run -> !run.holder().isEmpty()).toList();
  }

  /** Returns the runs that a server holds and their epochs, as another server sees them. */
  private static Map<UUID, Long> epochsOf(Site holder, Workload work, Site observer) {
    Map<UUID, Long> epochs = new HashMap<>();
    work.standings(observer)
        .forEach(
            (run, standing) -> {
              if (holder.holds(standing)) {
                epochs.put(run, standing.epoch());
              }
            });
    return epochs;
  }

  private static void assertNothingWrittenWith(long stale, RecordedRun before, RecordedRun after) {
    after.assertContinues(before);
    assertThat(after.last().epoch()).as("taken over: %s", after).isGreaterThan(stale);
    assertThat(after.events().subList(before.events().size(), after.events().size()))
        .as("written after the sleep")
        .allMatch(event -> event.epoch() > stale);
  }

  private static Site other(Site site) {
    return site == LEFT ? RIGHT : LEFT;
  }
}
