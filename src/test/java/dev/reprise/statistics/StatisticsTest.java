package dev.reprise.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.reprise.agent.Cost;
import dev.reprise.agent.ModelId;
import dev.reprise.agent.Usage;
import dev.reprise.agent.message.Failure;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.journal.AttemptEvent;
import dev.reprise.journal.ControlEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.ModelEvent;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Submissions;
import dev.reprise.journal.Writer;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.model.price.Prices;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for the statistics. */
@EachDatabase
class StatisticsTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:07:00Z");
  private static final Failure FAILURE = new Failure("model_timeout", "too slow");
  private static final ModelId MODEL = new ModelId("anthropic", "claude-opus-5");

  private final ManualClock clock = new ManualClock(NOW);
  private final Database database = new Database(TestDatabases.current());
  private final RunStatistics here = counting();
  private final RunStatistics elsewhere = counting();
  private final Statistics statistics = new Statistics(database);

  private RunStatistics counting() {
    return new RunStatistics(database, Prices.builtIn(), clock, List.of("team"));
  }

  @BeforeEach
  void emptyDatabase() {
    database.update("DELETE FROM statistic");
    database.update("DELETE FROM run WHERE tenant = 'acme'");
  }

  @Test
  void addsUpWhatServersCount() {
    UUID first = run("scout", "ana", NOW);
    UUID second = run("writer", "ben", NOW);
    count(here, first, submitted(), replied(100, 20, "0.5"));
    count(elsewhere, second, submitted(), new LifecycleEvent.Failed(FAILURE));
    count(elsewhere, first, replied(10, 2, "0.25"), new LifecycleEvent.Completed("done"));

    Sums all = course("2026-03-01T08:00:00Z").all().sums();

    assertThat(all.submitted()).isEqualTo(2);
    assertThat(all.completed()).isEqualTo(1);
    assertThat(all.failed()).isEqualTo(1);
    assertThat(all.modelCalls()).isEqualTo(2);
    assertThat(all.usage().inputTokens()).isEqualTo(110);
    assertThat(all.usage().outputTokens()).isEqualTo(22);
    assertThat(all.usd()).isEqualByComparingTo("0.75");
    assertThat(names(Subject.AGENT)).containsExactly("scout 0.75", "writer 0");
    assertThat(names(Subject.USER)).containsExactly("ana 0.75", "ben 0");
    assertThat(names(Subject.MODEL)).containsExactly("anthropic/claude-opus-5 0.75");
    assertThat(names(Subject.FAILURE)).containsExactly("model_timeout 0");
  }

  @Test
  void putsWhatHappenedIntoTheStepsOfAPeriod() {
    UUID run = run("scout", "ana", NOW);
    count(here, run, submitted());
    clock.moveTo(Instant.parse("2026-03-01T09:59:59Z"));
    count(here, run, new ControlEvent.Cancelled("ana", "enough"));

    Statistics.Course hours = course("2026-02-27T08:00:00Z");
    assertThat(hours.steps()).hasSize(50).allMatch(step -> step.median().isEmpty());
    assertThat(hours.steps())
        .filteredOn(step -> step.sums().submitted() + step.sums().cancelled() > 0)
        .extracting(Statistics.Step::start)
        .containsExactly(
            Instant.parse("2026-03-01T08:00:00Z"), Instant.parse("2026-03-01T09:00:00Z"));

    Statistics.Course minutes = course("2026-03-01T08:00:00Z");
    assertThat(minutes.steps())
        .filteredOn(step -> step.sums().submitted() > 0)
        .extracting(Statistics.Step::start)
        .containsExactly(Instant.parse("2026-03-01T08:05:00Z"));

    Statistics.Course days = course("2026-01-01T08:00:00Z");
    assertThat(days.steps())
        .filteredOn(step -> step.sums().submitted() > 0)
        .extracting(Statistics.Step::start)
        .containsExactly(Instant.parse("2026-03-01T00:00:00Z"));
    assertThat(days.all().sums().cancelled()).isEqualTo(1);
  }

  @Test
  void saysHowLongRunsTook() {
    for (int seconds = 1; seconds <= 100; seconds++) {
      UUID run = run("scout", "ana", NOW.minusSeconds(seconds));
      count(here, run, new LifecycleEvent.Completed("done"));
    }
    UUID waited = run("scout", "ana", NOW.minus(Duration.ofDays(3)));
    count(here, waited, new ControlEvent.Cancelled("ana", "enough"));

    Statistics.Step all = course("2026-03-01T08:00:00Z").all();

    assertThat(all.median().orElseThrow().toMillis()).isCloseTo(50_000L, within(5_000L));
    assertThat(all.most().orElseThrow().toMillis()).isCloseTo(95_000L, within(9_500L));
  }

  @Test
  void saysWhatACacheSaved() {
    UUID run = run("scout", "ana", NOW);
    Usage usage = new Usage(1_000_000, 0, 900_000, 0);
    count(here, run, replied(usage, "0.95"));

    Sums all = course("2026-03-01T08:00:00Z").all().sums();

    assertThat(all.usage().cacheReadTokens()).isEqualTo(900_000);
    assertThat(all.savedUsd())
        .isEqualByComparingTo(usd(new Usage(1_000_000, 0)).subtract(usd(usage)))
        .isPositive();
  }

  @Test
  void countsWhatToolsCostByTheNameOfNoModel() {
    UUID run = run("scout", "ana", NOW);
    count(
        here,
        run,
        new AttemptEvent.Charged("only", 1, "a", new BigDecimal("2"), new BigDecimal("0.5")));

    assertThat(names(Subject.MODEL)).containsExactly(" 1.5");
    assertThat(course("2026-03-01T08:00:00Z").all().sums().modelCalls()).isZero();
  }

  @Test
  void countsRunsByTheLabelsThatAreNamed() {
    UUID first = run("scout", "ana", NOW);
    database.update(
        "UPDATE run SET labels = ? WHERE id = ?", "customer=c-1\nteam=a=b\nteams=none", first);
    count(here, first, submitted(), replied(1, 1, "0.5"));
    count(elsewhere, first, replied(1, 1, "0.25"));
    count(here, run("scout", "ana", NOW), replied(1, 1, "4"));

    assertThat(names(Subject.LABEL)).containsExactly("team=a=b 0.75");
  }

  @Test
  void countsTogetherWhatALabelHasTooManyValuesFor() {
    for (int i = 0; i < LabelNames.MOST + 3; i++) {
      UUID run = run("scout", "ana", NOW);
      database.update("UPDATE run SET labels = ? WHERE id = ?", "team=" + i, run);
      here.appended(new Writer(run, "acme", 1), List.of(replied(1, 1, i == 0 ? "9" : "1")));
    }
    here.save();
    assertThat(names(Subject.LABEL))
        .startsWith("team=0 9", "team 3", "team=1 1")
        .hasSize(LabelNames.MOST + 1);

    clock.moveTo(NOW.plus(Duration.ofHours(1)));
    UUID later = run("scout", "ana", NOW);
    database.update("UPDATE run SET labels = 'team=new' WHERE id = ?", later);
    count(here, later, replied(1, 1, "20"));
    assertThat(names(Subject.LABEL)).startsWith("team=new 20", "team=0 9");
  }

  @Test
  void countsARunThatWasErasedSince() {
    count(here, UUID.randomUUID(), submitted());

    assertThat(course("2026-03-01T08:00:00Z").all().sums().submitted()).isEqualTo(1);
    assertThat(names(Subject.AGENT)).isEmpty();
  }

  @Test
  void keepsWhatCouldNotBeSavedForTheNextTime() {
    var isAway = new AtomicBoolean();
    var counting =
        new RunStatistics(new Database(database(isAway)), Prices.builtIn(), clock, List.of("team"));
    UUID run = run("scout", "ana", NOW);
    counting.appended(new Writer(run, "acme", 1), List.of(submitted()));

    isAway.set(true);
    assertThatThrownBy(counting::save).isInstanceOf(DatabaseException.class);
    assertThat(course("2026-03-01T08:00:00Z").all().sums().submitted()).isZero();

    isAway.set(false);
    counting.save();
    counting.save();
    assertThat(course("2026-03-01T08:00:00Z").all().sums().submitted()).isEqualTo(1);
  }

  @Test
  void goesOnAfterWhatNoDatabaseTakes() {
    UUID odd = run("scout", "ana", NOW);
    Usage most = new Usage(Long.MAX_VALUE, Long.MAX_VALUE);
    count(here, odd, replied(most, "1e30"), replied(most, "1e30"), replied(most, "1e30"));
    count(here, odd, failed("x".repeat(400)));
    count(here, odd, submitted());

    Sums all = course("2026-03-01T08:00:00Z").all().sums();
    assertThat(all.modelCalls()).isEqualTo(3);
    assertThat(all.usage().inputTokens()).isEqualTo(3_000_000_000L);
    assertThat(all.usd()).isEqualByComparingTo("3000000");
    assertThat(all.submitted()).isEqualTo(1);
  }

  @Test
  void countsTheRunsOfSeveralStatements() {
    List<UUID> runs = Stream.generate(() -> run("scout", "ana", NOW)).limit(300).toList();
    runs.forEach(it -> here.appended(new Writer(it, "acme", 1), List.of(submitted())));
    here.save();

    assertThat(
            statistics.names("acme", period("2026-03-01T08:00:00Z"), Subject.AGENT).stream()
                .map(it -> it.sums().submitted()))
        .containsExactly(300L);
  }

  @Test
  void forgetsWhatIsOld() {
    UUID run = run("scout", "ana", NOW);
    count(here, run, submitted());
    clock.moveTo(NOW.plus(Duration.ofDays(4)));

    here.prune(Duration.ofDays(400));
    assertThat(database.number("SELECT COUNT(*) FROM statistic WHERE span = 'MINUTES'")).isZero();
    assertThat(course("2026-02-28T08:00:00Z").all().sums().submitted()).isEqualTo(1);
    var hours = Statistics.Period.of(NOW.minusSeconds(600), NOW.plusSeconds(600), clock.instant());
    assertThat(statistics.course("acme", hours).all().sums().submitted())
        .as("a short time of which the minutes are gone")
        .isEqualTo(1);

    here.prune(Duration.ofDays(3));
    assertThat(database.number("SELECT COUNT(*) FROM statistic")).isZero();
  }

  private static BigDecimal usd(Usage usage) {
    return Prices.builtIn().costOf(MODEL, usage).flatMap(Cost::usd).orElseThrow();
  }

  private static RunEvent failed(String code) {
    return new LifecycleEvent.Failed(new Failure(code, "odd"));
  }

  private static RunEvent submitted() {
    return Submissions.of("scout", "v", new JsonValue("{}"), "w", "ana");
  }

  private static RunEvent replied(long input, long output, String usd) {
    return replied(new Usage(input, output), usd);
  }

  private static RunEvent replied(Usage usage, String usd) {
    return new ModelEvent.Replied(
        "only",
        1,
        List.of(),
        usage,
        Optional.empty(),
        MODEL,
        Optional.of(new Cost(new BigDecimal(usd), "USD", LocalDate.EPOCH)),
        Optional.empty());
  }

  private static void count(RunStatistics server, UUID run, RunEvent... events) {
    server.appended(new Writer(run, "acme", 1), List.of(events));
    server.save();
  }

  private Statistics.Course course(String from) {
    return statistics.course("acme", period(from));
  }

  private Statistics.Period period(String from) {
    return Statistics.Period.of(Instant.parse(from), clock.instant(), clock.instant());
  }

  private List<String> names(Subject subject) {
    return statistics.names("acme", period("2026-03-01T08:00:00Z"), subject).stream()
        .map(it -> it.name() + " " + Cost.shortest(it.sums().usd()).toPlainString())
        .toList();
  }

  private static DataSource database(AtomicBoolean isAway) {
    DataSource database = TestDatabases.current();
    return (DataSource)
        Proxy.newProxyInstance(
            StatisticsTest.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> {
              if (isAway.get()) {
                throw new SQLException("away", "08006");
              }
              return method.invoke(database, arguments);
            });
  }

  private UUID run(String agent, String by, Instant createdAt) {
    UUID run = UUID.randomUUID();
    database.update(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, created_at, updated_at)
        VALUES (?, 'acme', ?, 'v', 'w', ?, 'RUNNING', 1, 1, ?, ?)\
        """,
        run,
        agent,
        by,
        createdAt,
        createdAt);
    return run;
  }
}
