package dev.reprise.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.Journal;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.queue.row.NewRun;
import dev.reprise.queue.row.ReasonEncryption;
import dev.reprise.queue.row.RunRow;
import dev.reprise.queue.row.RunSql;
import dev.reprise.queue.row.UnclaimedRuns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for the queue if there are more runs than places. */
@EachDatabase
class FairQueueTest {

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final String HERE = "here#1";
  private static final String THERE = "there#1";
  private static final int PLACES = 16;

  private TestDatabases.OpenJournal opened;
  private Database table;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void aQueueWithNothingInIt() throws SQLException {
    execute("DELETE FROM event");
    execute("DELETE FROM run");
    opened = TestDatabases.journal(database());
    table = new Database(database());
  }

  @AfterEach
  void close() {
    opened.close();
  }

  private RunQueue queue(FairShareSettings shares, QueueLimit limit) {
    return queue(new QueueReservations(table, shares, Clock.systemUTC()), limit);
  }

  private RunQueue queue(QueueReservations reservations, QueueLimit limit) {
    Journal journal = opened.journal();
    var reasons =
        new ReasonEncryption(new TextEncryption(KeySource.of(KeyRing.EMPTY)), Redaction.none());
    return new RunQueue(
        table,
        new UnclaimedRuns(table, journal, reasons),
        journal,
        new QueueSignal(),
        new StopSignal(),
        reasons,
        reservations,
        limit);
  }

  /** Returns a queue for which each reading takes a second, so that it is used for ten. */
  private RunQueue slowlyRead(AtomicReference<Instant> time) {
    return queue(new QueueReservations(table, new FairShareSettings(), slow(time)), limit(10_000));
  }

  /** Returns a clock for which whatever is done between two looks takes a second. */
  private static Clock slow(AtomicReference<Instant> time) {
    return new Clock() {
      @Override
      public Instant instant() {
        return time.getAndUpdate(now -> now.plusSeconds(1));
      }

      @Override
      public ZoneId getZone() {
        return ZoneOffset.UTC;
      }

      @Override
      public Clock withZone(ZoneId zone) {
        return this;
      }
    };
  }

  private RunQueue queue(FairShareSettings shares) {
    return queue(shares, limit(10_000));
  }

  private RunQueue queue() {
    return queue(new FairShareSettings());
  }

  private QueueLimit limit(int most) {
    return new QueueLimit(most, table, Clock.systemUTC());
  }

  private static FairShareSettings shares(List<String> weights, Optional<Integer> limit) {
    return new FairShareSettings(Optional.of(weights), limit);
  }

  @Test
  void aPriorityIsWorthFiveMinutesOfWaitingAStep() throws SQLException {
    UUID old = queued("acme", 0, Duration.ofMinutes(14));
    UUID middle = queued("acme", 3, Duration.ZERO);
    UUID last = queued("acme", -3, Duration.ofMinutes(14));
    UUID first = queued("acme", 3, Duration.ofMinutes(1));
    UUID plain = queued("acme", 0, Duration.ZERO);

    assertThat(oneByOne(queue(), 5)).containsExactly(first, middle, old, plain, last);
  }

  private List<UUID> oneByOne(RunQueue queue, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> queue.reserve(HERE, LEASE, 1).getFirst().id())
        .toList();
  }

  /** A queue of a thousand tenants takes long to read, and a run leaves each moment. */
  @Test
  void aQueueThatTakesLongToReadIsReadOnceForSeveralPolls() throws SQLException {
    var time = new AtomicReference<>(Instant.now());
    RunQueue queue = slowlyRead(time);
    many("many", 20);
    List<UUID> first = oneByOne(queue, 2);
    UUID late = queued("late", 0, Duration.ofHours(1));

    List<UUID> second = oneByOne(queue, 2);
    time.updateAndGet(now -> now.plusSeconds(20));
    List<UUID> third = oneByOne(queue, 1);

    assertThat(first).doesNotContainAnyElementsOf(second);
    assertThat(second).doesNotContain(late);
    assertThat(third).containsExactly(late);
  }

  @Test
  void aPollThatAnotherServerHasForestalledReadsAgain() throws SQLException {
    RunQueue here = slowlyRead(new AtomicReference<>(Instant.now()));
    many("many", 20);
    oneByOne(here, 1);
    List<UUID> there = queue().reserve(THERE, LEASE, 10).stream().map(RunRow::id).toList();

    List<RunRow> next = here.reserve(HERE, LEASE, 5);

    assertThat(next).extracting(RunRow::id).hasSize(5).doesNotContainAnyElementsOf(there);
  }

  @Test
  void aQueueIsReadAgainIfTheClockWasSetBack() throws SQLException {
    var time = new AtomicReference<>(Instant.now());
    RunQueue queue = slowlyRead(time);
    many("many", 20);
    oneByOne(queue, 1);
    UUID late = queued("late", 0, Duration.ofHours(1));

    time.updateAndGet(now -> now.minusSeconds(3600));

    assertThat(oneByOne(queue, 1)).containsExactly(late);
  }

  @Test
  void aSubmittedPriorityIsStored() throws SQLException {
    UUID plain = queued("acme", 0, Duration.ofMinutes(1));
    RunQueue queue = queue();
    UUID urgent = UUID.randomUUID();
    queue.add(newRun(urgent, "acme").withPriority(1));

    assertThat(oneByOne(queue, 2)).containsExactly(urgent, plain);
    assertThatThrownBy(() -> newRun(urgent, "acme").withPriority(10))
        .hasMessage("priority must be a whole number from -9 to 9, not 10");
  }

  @Test
  void placesAreSharedEquallyWhateverIsQueued() throws SQLException {
    many("many", 300);
    many("some", 30);
    many("few", 2);

    assertThat(tenants(queue().reserve(HERE, LEASE, PLACES)))
        .isEqualTo(Map.of("many", 7L, "some", 7L, "few", 2L));
  }

  @Test
  void placesAreSharedByWeight() throws SQLException {
    many("many", 300);
    many("some", 30);

    assertThat(
            tenants(
                queue(shares(List.of("some=3"), Optional.empty())).reserve(HERE, LEASE, PLACES)))
        .isEqualTo(Map.of("many", 4L, "some", 12L));
  }

  @Test
  void runningAndReservedRunsCountAgainstTheirTenant() throws SQLException {
    many("many", 300);
    RunQueue queue = queue();
    queue.reserve(THERE, LEASE, 5);
    execute("UPDATE run SET status = 'RUNNING', due_at = NULL WHERE owner = '%s'".formatted(THERE));
    queue.reserve(THERE, LEASE, 3);
    many("some", 30);

    assertThat(tenants(queue().reserve(HERE, LEASE, 10))).isEqualTo(Map.of("many", 1L, "some", 9L));
  }

  @Test
  void everyTenantIsSeenHoweverManyThereAre() throws SQLException {
    for (int i = 0; i < 450; i++) {
      many("tenant" + i, i % 100 == 0 ? 250 : 1);
    }

    var taken = queue().reserve(HERE, LEASE, 450);

    assertThat(tenants(taken)).hasSize(450);
  }

  @Test
  void aQueueOfManyTenantsWithManyRunsIsReadByShortPages() throws SQLException {
    for (int i = 0; i < 20; i++) {
      many("tenant" + i, 250);
    }

    DueQueue due =
        table.together(
            database -> DueQueue.ofAllTenants(new DueQueue.Look(database, 2, HERE), tenant -> 1));

    assertThat(due.byTenant())
        .hasSize(20)
        .allSatisfy((name, it) -> assertThat(it.due()).isNotEmpty());
    assertThat(due.all()).hasSizeLessThan(600);
  }

  @Test
  void aTenantOfGreatWeightHasItsShareThoughPagesAreShort() throws SQLException {
    for (int i = 0; i < 20; i++) {
      many("tenant" + i, 250);
    }
    many("weighty", 250);
    RunQueue queue = queue(shares(List.of("weighty=8"), Optional.empty()));

    assertThat(tenants(queue.reserve(HERE, LEASE, PLACES))).containsEntry("weighty", 7L);
  }

  @Test
  void aTenantThatHasJustHadItsTurnComesAfterTheOthers() throws SQLException {
    many("a", 5, Duration.ofHours(3));
    many("b", 5, Duration.ofHours(2));
    many("c", 5, Duration.ofHours(1));
    RunQueue queue = queue();
    List<String> turns = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      RunRow run = queue.reserve(HERE, LEASE, 1).getFirst();
      turns.add(run.tenant());
      end(run.id());
    }

    assertThat(turns).containsExactly("a", "b", "c", "a", "b", "c");
  }

  @Test
  void noTenantExceedsItsLimitThoughSeveralServersPoll() throws Exception {
    many("many", 100);
    many("some", 100);
    var shares = shares(List.of(), Optional.of(3));
    List<RunQueue> servers = IntStream.range(0, 8).mapToObj(i -> queue(shares)).toList();

    List<RunRow> taken = atOnce(servers, 5);

    assertThat(tenants(taken)).isEqualTo(Map.of("many", 3L, "some", 3L));
    assertThat(queue(shares).reserve(HERE, LEASE, PLACES)).isEmpty();
    end(taken.getFirst().id());
    assertThat(queue(shares).reserve(HERE, LEASE, PLACES))
        .extracting(RunRow::tenant)
        .containsExactly(taken.getFirst().tenant());
  }

  @Test
  void serversThatPollConcurrentlyClaimNothingTwiceAndKeepTheShares() throws Exception {
    many("many", 200);
    many("some", 20);
    List<RunQueue> servers = IntStream.range(0, 8).mapToObj(i -> queue()).toList();

    List<RunRow> taken = atOnce(servers, 5);

    assertThat(taken).extracting(RunRow::id).hasSize(40).doesNotHaveDuplicates();
    assertThat(tenants(taken)).isEqualTo(Map.of("many", 20L, "some", 20L));
  }

  private static List<RunRow> atOnce(List<RunQueue> servers, int places) throws Exception {
    List<Callable<List<RunRow>>> looks = new ArrayList<>();
    for (int i = 0; i < servers.size(); i++) {
      RunQueue server = servers.get(i);
      String owner = "server%d#1".formatted(i);
      looks.add(() -> server.reserve(owner, LEASE, places));
    }
    List<RunRow> taken = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(looks.size())) {
      for (Future<List<RunRow>> look : threads.invokeAll(looks)) {
        taken.addAll(look.get());
      }
    }
    return taken;
  }

  @Test
  void anExpiredReservationIsTakenFirstAndCountsForNoTenant() throws SQLException {
    many("many", 100);
    RunRow lost = queue().reserve(THERE, LEASE, 1).getFirst();
    execute(
        "UPDATE run SET lease_until = %s WHERE owner IS NOT NULL"
            .formatted(RunSql.fromNow(Duration.ofSeconds(-1))));

    assertThat(queue().reserve(HERE, LEASE, 1)).extracting(RunRow::id).containsExactly(lost.id());
  }

  @Test
  void aRunInAnotherServersMemoryIsLeftToThatServer() throws SQLException {
    many("many", 100);
    execute("UPDATE run SET home = '%s'".formatted(THERE));
    many("some", 30);

    assertThat(tenants(queue().reserve(HERE, LEASE, 20))).isEqualTo(Map.of("some", 20L));
    assertThat(tenants(queue().reserve(THERE, LEASE, 20))).isEqualTo(Map.of("many", 20L));
  }

  @Test
  void limitsTheQueuedRunsOfATenant() throws SQLException {
    many("many", 4);
    QueueLimit limit = limit(5);
    RunQueue queue = queue(new FairShareSettings(), limit);
    queue.add(newRun(UUID.randomUUID(), "many"));

    assertThatThrownBy(() -> queue.add(newRun(UUID.randomUUID(), "many")))
        .isInstanceOf(QueueFullException.class)
        .hasMessage("Tenant many has 5 runs queued, and may have 5 (reprise.queue.max-queued).");

    queue.add(newRun(UUID.randomUUID(), "some"));
    assertThat(limit.refused("many")).isEqualTo(1);
    assertThat(limit.refused("some")).isZero();
    assertThat(new QueueInspector(table, new FairShareSettings()).standing("many").queued())
        .isEqualTo(5);
    queue.reserve(HERE, LEASE, 1);
    execute("UPDATE run SET status = 'RUNNING', due_at = NULL WHERE owner IS NOT NULL");
    assertThat(queue(new FairShareSettings(), limit(5)).reserve(HERE, LEASE, 0)).isEmpty();
    queue(new FairShareSettings(), limit(5)).add(newRun(UUID.randomUUID(), "many"));
  }

  @Test
  void countsALongQueueRarelyIfThatTakesLong() throws SQLException {
    var limit = new QueueLimit(5, table, slow(new AtomicReference<>(Instant.EPOCH)));
    limit.requireRoom("many");
    many("many", 10);

    for (int i = 2; i <= 5; i++) {
      limit.requireRoom("many"); // by what was counted before
    }
    assertThatThrownBy(() -> limit.requireRoom("many")).isInstanceOf(QueueFullException.class);
  }

  @Test
  void saysWhyARunWaits() throws SQLException {
    UUID first = queued("acme", 0, Duration.ofMinutes(2));
    UUID second = queued("acme", 0, Duration.ofMinutes(1));
    UUID encrypted = queued("acme", 0, Duration.ofHours(-1));
    var watch = new QueueInspector(table, new FairShareSettings());
    var limited = new QueueInspector(table, shares(List.of(), Optional.of(1)));

    assertThat(watch.place(first)).contains(new QueuePosition(new QueuedReason.ServersBusy(), 0));
    assertThat(watch.place(second))
        .contains(new QueuePosition(new QueuedReason.BehindOthersOfTenant(), 1));
    assertThat(watch.place(encrypted).orElseThrow().why()).isInstanceOf(QueuedReason.NotDue.class);
    assertThat(limited.place(first)).contains(new QueuePosition(new QueuedReason.ServersBusy(), 0));

    queue().reserve(HERE, LEASE, 1);

    assertThat(watch.place(first).orElseThrow().why())
        .isInstanceOfSatisfying(
            QueuedReason.Starting.class, it -> assertThat(it.owner()).isEqualTo(HERE));
    assertThat(limited.place(second))
        .contains(new QueuePosition(new QueuedReason.TenantAtLimit(1, 1), 1));
    end(first);
    assertThat(watch.place(first)).isEmpty();
    assertThat(watch.place(second)).contains(new QueuePosition(new QueuedReason.ServersBusy(), 0));
  }

  @Test
  void saysWhatATenantHasQueued() throws SQLException {
    many("acme", 3, Duration.ofMinutes(7));
    queued("acme", 0, Duration.ofHours(-1));
    many("beta", 5);

    var standing = new QueueInspector(table, new FairShareSettings()).standing("acme");

    assertThat(standing.queued()).isEqualTo(4);
    assertThat(standing.oldestDue().orElseThrow())
        .isBefore(Clock.systemUTC().instant().minus(Duration.ofMinutes(6)));
    assertThat(new QueueInspector(table, new FairShareSettings()).standing("unknown"))
        .isEqualTo(new TenantQueueStatus(0, 0, 0, Optional.empty()));
  }

  @Test
  void countsNoMoreThanTenThousandRunsOfALongQueue() throws SQLException {
    many("acme", RunCounts.MOST + 1);

    assertThat(new QueueInspector(table, new FairShareSettings()).standing("acme").queued())
        .isEqualTo(RunCounts.MOST);
  }

  /** The promise: nine tenants with 10 runs each do not notice one with 5,000. */
  @Test
  void nineTenantsWithLittleToDoFinishWithinTwiceTheTimeThatTheyNeedAlone() throws SQLException {
    nine();
    Took alone = carryOutNine();
    many("heavy", 5000, Duration.ofMinutes(30));
    nine();

    Took beside = carryOutNine();

    System.out.printf(
        "fair share: nine tenants with 10 runs each on %d places took %d units (%d ms) alone,"
            + " %d units (%d ms) beside 5,000 runs of another%n",
        PLACES,
        alone.units(),
        alone.queueing().toMillis(),
        beside.units(),
        beside.queueing().toMillis());
    assertThat(beside.units()).isLessThanOrEqualTo(2 * alone.units());
  }

  private void nine() throws SQLException {
    for (int i = 0; i < 9; i++) {
      many("tenant" + i, 10);
    }
  }

  /** A duration, in units of time in which each place carries out one run, and in real time. */
  private record Took(int units, Duration queueing) {}

  private Took carryOutNine() throws SQLException {
    RunQueue queue = queue();
    long begin = System.nanoTime();
    int units = 0;
    for (int left = 90; left > 0; units++) {
      List<RunRow> taken = queue.reserve(HERE, LEASE, PLACES);
      left -= (int) taken.stream().filter(run -> !run.tenant().equals("heavy")).count();
      endAll(taken);
    }
    return new Took(units, Duration.ofNanos(System.nanoTime() - begin));
  }

  private void endAll(List<RunRow> runs) throws SQLException {
    for (RunRow run : runs) {
      end(run.id());
    }
  }

  private static Map<String, Long> tenants(List<RunRow> runs) {
    Map<String, Long> tenants = new HashMap<>();
    runs.forEach(run -> tenants.merge(run.tenant(), 1L, Long::sum));
    return tenants;
  }

  private static NewRun newRun(UUID id, String tenant) {
    return new NewRun(id, tenant, "a", "v", JsonValue.EMPTY_OBJECT, "workspace", "ana");
  }

  private UUID queued(String tenant, int priority, Duration dueSince) throws SQLException {
    return insert(tenant, priority, dueSince, 1).getFirst();
  }

  private void many(String tenant, int count) throws SQLException {
    many(tenant, count, Duration.ZERO);
  }

  private void many(String tenant, int count, Duration dueSince) throws SQLException {
    insert(tenant, 0, dueSince, count);
  }

  private List<UUID> insert(String tenant, int priority, Duration dueSince, int count)
      throws SQLException {
    String sql =
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         last_sequence, priority, due_at, created_at, updated_at)
        VALUES (?, ?, 'a', 'v', 'workspace', 'ana', 'QUEUED', 0, 1, ?, %s, CURRENT_TIMESTAMP,
                CURRENT_TIMESTAMP)\
        """
            .formatted(RunSql.fromNow(dueSince.negated()));
    List<UUID> runs = new ArrayList<>();
    try (Connection connection = database().getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 0; i < count; i++) {
          UUID run = UUID.randomUUID();
          statement.setString(1, run.toString());
          statement.setString(2, tenant);
          statement.setInt(3, priority);
          statement.addBatch();
          runs.add(run);
        }
        statement.executeBatch();
      }
      connection.commit();
    }
    return runs;
  }

  private void end(UUID run) throws SQLException {
    execute("UPDATE run SET status = 'COMPLETED', due_at = NULL WHERE id = '%s'".formatted(run));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.executeUpdate();
    }
  }
}
