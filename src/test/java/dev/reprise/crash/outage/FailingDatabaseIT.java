package dev.reprise.crash.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.crash.fixture.EventStore;
import dev.reprise.crash.fixture.Invariants;
import dev.reprise.crash.fixture.RandomChoices;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.Workload;
import dev.reprise.crash.fixture.ledger.LedgerProcess;
import dev.reprise.platform.Json;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedEvent;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A server ends all runs unharmed although its database goes away or refuses writes. */
@Tag("postgresql")
class FailingDatabaseIT {

  private static final Duration MAX_OUTAGE = Duration.ofSeconds(3);
  private static final LedgerProcess LEDGER = LedgerProcess.start(Duration.ofMillis(20));
  private static final PostgresProcess POSTGRES = PostgresProcess.start("failing");
  private static final EventStore EVENTS = new EventStore(POSTGRES.database());

  /** What a server records of its steps; a run that it releases has another event after them. */
  private static final Set<String> STEPS =
      Set.of("model.replied", "phase.started", "tool-call.started", "tool-call.completed");

  private static final Site SITE =
      Site.named(
          "failing-database",
          LEDGER
              .serve(POSTGRES.serve(ServerOptions.DEFAULT))
              .with("REPRISE_LEASE", "PT3S")
              .with("REPRISE_DURABILITY_PATIENCE", MAX_OUTAGE.toString())
              .with("REPRISE_DISPATCH_MAX_RUNNING", "20"));

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
    POSTGRES.close();
    LEDGER.close();
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void completesAllRunsThoughTheDatabaseCrashesDuringARecovery(RandomChoices choices)
      throws InterruptedException {
    System.out.println(choices);
    var work = Workload.submit(LEDGER, SITE);
    work.awaitProgress(SITE, choices.between(20, 100));
    SITE.server().kill();
    long goal = EVENTS.admissions() + choices.between(1, 10);

    SITE.server().start();
    await()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> EVENTS.admissions() >= goal);
    POSTGRES.crash();
    POSTGRES.restart();

    work.awaitUnharmedEnd(SITE, Invariants.AFTER_CRASHES);
    // The batch runtime loses sight of a job if the database lost the job's start or end. The
    // runtime finds the job again at the next start of the server.
    SITE.server().kill();
    SITE.server().start();
    SITE.jobs().awaitNoneOpen(work.runs());
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void runsOutlastADiskThatIsFullForAMomentAndSayThatTheirRecordWasDelayed(RandomChoices choices)
      throws InterruptedException {
    Workload work = completedThoughTheDiskIsFull(choices, 500, 1400);

    assertThat(work.runs().stream().map(FailingDatabaseIT::durability)).contains("DEGRADED");
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void runsOutlastADiskThatIsFullForLongerThanRequestsWait(RandomChoices choices)
      throws InterruptedException {
    Workload work = completedThoughTheDiskIsFull(choices, 4500, 6000);

    assertThat(work.runs().stream().map(FailingDatabaseIT::durability)).contains("DEGRADED");
    assertThat(work.runs()).noneMatch(run -> wasLost(SITE.runs().read(run)));
  }

  /** Returns whether a run was claimed again although no event says that it was released. */
  private static boolean wasLost(RecordedRun run) {
    List<RecordedEvent> events = run.events();
    return IntStream.range(1, events.size())
        .anyMatch(
            i ->
                events.get(i).type().equals("run.admitted")
                    && STEPS.contains(events.get(i - 1).type()));
  }

  private static Workload completedThoughTheDiskIsFull(RandomChoices choices, int least, int most)
      throws InterruptedException {
    System.out.println(choices);
    var work = Workload.submit(LEDGER, SITE);
    work.awaitProgress(SITE, choices.between(20, 100));
    Duration full = Duration.ofMillis(choices.between(least, most));

    EVENTS.refuseAppends();
    try {
      await().untilAsserted(() -> assertThat(durability()).isEqualTo("degraded"));
      await()
          .during(full)
          .atMost(full.plusSeconds(10))
          .until(() -> LEDGER.read().effects(), effects -> EVENTS.intents().containsAll(effects));
    } finally {
      EVENTS.takeAppends();
    }
    assertThat(EVENTS.refusals()).as("appends that failed").isPositive();

    work.awaitUnharmedEnd(SITE, Invariants.AFTER_CRASHES);
    SITE.jobs().awaitNoneOpen(work.runs());
    assertThat(durability()).isEqualTo("durable");
    assertThat(ready().findPath("failedWrites").asLong()).isPositive();
    for (UUID run : work.runs()) {
      boolean delayed = SITE.runs().read(run).has("record.delayed");
      assertThat(durability(run)).isEqualTo(delayed ? "DEGRADED" : "DURABLE");
    }
    return work;
  }

  /** Returns how durable the server's writes are, as its health check reports it. */
  private static String durability() {
    return ready().findPath("durability").asText();
  }

  private static JsonNode ready() {
    return Json.read(SITE.runs().http().ask("health/ready").body());
  }

  /** Returns how durable a run's record is, as the run reports it. */
  private static String durability(UUID run) {
    return SITE.runs()
        .http()
        .get("api/v1/runs/" + run)
        .path("progress")
        .path("durability")
        .asText();
  }
}
