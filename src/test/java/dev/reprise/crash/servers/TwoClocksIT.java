package dev.reprise.crash.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.crash.fixture.RandomChoices;
import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.TestSchedule;
import dev.reprise.crash.fixture.TestSchedule.Fired;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two servers on one database fire schedules while one of them is killed again and again, for
 * {@code -Dclock.minutes=}; the default is one and a half. No due time fires twice or is lost,
 * cooldowns are kept, and no more runs are under way than allowed.
 */
@Tag("postgresql")
class TwoClocksIT {

  private static final int LIMIT = 5;
  private static final Duration REST = Duration.ofSeconds(5);
  private static final PostgresProcess POSTGRES = PostgresProcess.start("two-clocks");
  private static final Site LEFT = Site.named("left-clock", options());
  private static final Site RIGHT = LEFT.beside("right-clock", options());

  private static ServerOptions options() {
    return POSTGRES
        .serve(ServerOptions.DEFAULT)
        .with("REPRISE_AGENTS_DIR", Site.agents("clock").toString())
        .with("REPRISE_LEASE", "PT3S")
        .with("REPRISE_SCHEDULES_LEASE", "PT3S")
        .with("REPRISE_SCHEDULES_INTERVAL", "PT0.5S")
        .with("REPRISE_SCHEDULES_TOLERANCE", "PT5S");
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
  }

  @ParameterizedTest
  @MethodSource("dev.reprise.crash.fixture.RandomChoices#rounds")
  void fireEachDueTimeOnceThoughOneIsKilledRepeatedly(RandomChoices choices)
      throws InterruptedException {
    System.out.println(choices);
    List<TestSchedule> clocks = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String missed = List.of("skip", "once", "all").get(i % 3);
      clocks.add(make("steady-" + i + "-" + choices.seed(), "PT0S", "queue", missed));
    }
    for (int i = 0; i < 4; i++) {
      clocks.add(make("resting-" + i + "-" + choices.seed(), REST.toString(), "skip", "once"));
    }

    int most = watched(() -> killAgainAndAgain(choices));
    clocks.forEach(TestSchedule::bringToRest);

    assertThat(most).as("runs on their way at once").isBetween(2, LIMIT);
    int fired = 0;
    for (TestSchedule clock : clocks) {
      clock.assertFiredOnceEach(Duration.ofSeconds(4));
      clock.assertRested(clock.name().startsWith("resting") ? REST : Duration.ZERO);
      assertThat(clock.firings()).filteredOn(Fired::ran).isNotEmpty();
      assertThat(clock.firings()).noneMatch(it -> it.status().equals("FAILED"));
      fired += (int) clock.firings().stream().filter(Fired::ran).count();
    }
    System.out.printf("two clocks: %d firings ran, %d at most at once%n", fired, most);
  }

  private static TestSchedule make(String name, String cooldown, String overlap, String missed) {
    var policies = TestSchedule.policies(cooldown, overlap, missed).put("spread", "PT4S");
    return TestSchedule.make(LEFT, name, "*/4 * * * * *", policies);
  }

  private static void killAgainAndAgain(RandomChoices choices) throws InterruptedException {
    var minutes = Double.parseDouble(System.getProperty("clock.minutes", "1.5"));
    Instant end = Instant.now().plusSeconds((long) (minutes * 60));
    while (Instant.now().isBefore(end)) {
      Thread.sleep(choices.between(500, 9_000)); // the servers work meanwhile
      Site victim = choices.oneOf(List.of(LEFT, RIGHT));
      victim.server().kill();
      Thread.sleep(choices.between(0, 6_000));
      victim.server().start();
    }
  }

  private interface Deed {
    void done() throws InterruptedException;
  }

  /**
   * Returns the most slots taken, and the most runs of schedules not ended, at any moment
   * meanwhile.
   */
  private static int watched(Deed deed) throws InterruptedException {
    var most = new AtomicInteger();
    var failures = new ArrayList<SQLException>();
    var over = new AtomicBoolean();
    Thread watcher =
        Thread.startVirtualThread(
            () -> {
              try (Connection connection = POSTGRES.database().getConnection()) {
                while (!over.get()) {
                  most.accumulateAndGet(onTheirWay(connection), Math::max);
                  Thread.sleep(20);
                }
              } catch (SQLException e) {
                failures.add(e);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    deed.done();
    over.set(true);
    watcher.join();
    assertThat(failures).isEmpty();
    return most.get();
  }

  private static int onTheirWay(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                SELECT GREATEST(
                  (SELECT COUNT(*) FROM firing WHERE status = 'ACTIVE'),
                  (SELECT COUNT(*) FROM run WHERE status IN ('QUEUED', 'RUNNING')))""")) {
      row.next();
      return row.getInt(1);
    }
  }
}
