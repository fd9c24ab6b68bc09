package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.RunCounts;
import dev.reprise.run.state.RunStatus;
import dev.reprise.run.state.WaitReason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for the list of runs. */
abstract class RunPageQueryContract {

  private static final String TENANT = "pages";
  private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final List<UUID> newestFirst = new ArrayList<>();
  private Database table;

  abstract DataSource database();

  @BeforeEach
  void aTenantWithRuns() throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement erase =
            connection.prepareStatement("DELETE FROM run WHERE tenant = 'pages'");
        PreparedStatement unlabel = connection.prepareStatement("DELETE FROM run_label")) {
      erase.executeUpdate();
      unlabel.executeUpdate();
      insert(connection, 300);
    }
    table = new Database(database());
  }

  /** Inserts runs; two at a time have the same creation time. */
  private void insert(Connection connection, int runs) throws SQLException {
    for (int i = 0; i < runs; i++) {
      UUID id = new UUID(0x4000 + i, 0x8000000000000000L);
      newestFirst.addFirst(id);
      try (PreparedStatement insert =
          connection.prepareStatement(
              """
              INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status,
                epoch, last_sequence, created_at, updated_at, due_at)
              VALUES (?, ?, ?, 'v', 'w', 'ana', ?, 0, 1, ?, ?, ?)""")) {
        var created = Timestamp.from(START.plusSeconds(i / 2));
        insert.setString(1, id.toString());
        insert.setString(2, TENANT);
        insert.setString(3, i % 3 == 0 ? "third" : "other");
        insert.setString(4, (i < 100 ? RunStatus.RUNNING : RunStatus.QUEUED).name());
        insert.setTimestamp(5, created);
        insert.setTimestamp(6, created);
        insert.setTimestamp(7, created);
        insert.executeUpdate();
      }
    }
  }

  @Test
  void showEachRunOncePageByPage() {
    List<UUID> seen = new ArrayList<>();
    Optional<Runs.Place> after = Optional.empty();
    List<UUID> page;
    do {
      page = ids(TENANT, filter(after), 7);
      seen.addAll(page);
      after = Optional.of(page.getLast()).map(this::place);
    } while (page.size() == 7);

    assertThat(seen).isEqualTo(newestFirst);
    assertThat(ids(TENANT, filter(after), 7)).isEmpty();
    assertThat(ids("another", filter(Optional.empty()), 7)).isEmpty();
  }

  @Test
  void showOnlyMatchingRuns() {
    var running =
        Runs.Filter.of(Optional.of(RunStatus.RUNNING), Optional.empty(), Optional.empty());
    var third =
        Runs.Filter.of(Optional.of(RunStatus.QUEUED), Optional.of("third"), Optional.empty());

    var ofAgent = Runs.Filter.of(Optional.empty(), Optional.of("third"), Optional.empty());
    var completedOfAgent =
        Runs.Filter.of(Optional.of(RunStatus.COMPLETED), Optional.of("third"), Optional.empty());

    assertThat(ids(TENANT, ofAgent, 200)).hasSize(100).contains(newestFirst.get(2));
    assertThat(ids(TENANT, completedOfAgent, 10)).isEmpty();
    assertThat(ids(TENANT, running, 10)).isEqualTo(newestFirst.subList(200, 210));
    assertThat(ids(TENANT, third, 200)).hasSize(66).contains(newestFirst.get(2));
  }

  @Test
  void showRunsOfAPeriod() {
    var from = new Runs.Period(Optional.of(START.plusSeconds(148)), Optional.empty());
    var until = new Runs.Period(Optional.empty(), Optional.of(START.plusSeconds(1)));
    var none = new Runs.Period(Optional.of(START), Optional.of(START));

    assertThat(ids(TENANT, created(from), 10)).isEqualTo(newestFirst.subList(0, 4));
    assertThat(ids(TENANT, created(until), 10)).isEqualTo(newestFirst.subList(298, 300));
    assertThat(ids(TENANT, created(none), 10)).isEmpty();
  }

  @Test
  void showRunsByWhatTheyWaitFor() throws SQLException {
    UUID waiting = newestFirst.get(5);
    try (Connection connection = database().getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE run SET status = 'WAITING', waiting_for = 'timer' WHERE id = ?")) {
      update.setString(1, waiting.toString());
      update.executeUpdate();
    }

    assertThat(ids(TENANT, waitingFor(WaitReason.TIMER), 10)).containsExactly(waiting);
    assertThat(ids(TENANT, waitingFor(WaitReason.APPROVAL), 10)).isEmpty();
  }

  @Test
  void areCountedByStatus() {
    var counts = new RunCounts(new Database(database()));

    assertThat(counts.of(TENANT, Optional.empty()))
        .hasSize(RunStatus.values().length)
        .containsEntry(RunStatus.RUNNING, 100)
        .containsEntry(RunStatus.QUEUED, 200)
        .containsEntry(RunStatus.FAILED, 0);
    assertThat(counts.of(TENANT, Optional.of("third"))).containsEntry(RunStatus.QUEUED, 66);
    assertThat(counts.of("another", Optional.empty())).containsEntry(RunStatus.QUEUED, 0);
  }

  private static Runs.Filter created(Runs.Period period) {
    return new Runs.Filter(
        new Runs.Filter.StatusFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
        Optional.empty(),
        period,
        Runs.Period.ALWAYS,
        Labels.NONE,
        Runs.Order.NEWEST_FIRST,
        Optional.empty());
  }

  private static Runs.Filter waitingFor(WaitReason reason) {
    return new Runs.Filter(
        new Runs.Filter.StatusFilter(
            Optional.empty(), Optional.of(reason), Optional.empty(), Optional.empty()),
        Optional.empty(),
        Runs.Period.ALWAYS,
        Runs.Period.ALWAYS,
        Labels.NONE,
        Runs.Order.NEWEST_FIRST,
        Optional.empty());
  }

  private static Runs.Filter labelled(Labels labels, Runs.Order order) {
    return new Runs.Filter(
        new Runs.Filter.StatusFilter(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
        Optional.empty(),
        Runs.Period.ALWAYS,
        Runs.Period.ALWAYS,
        labels,
        order,
        Optional.empty());
  }

  private void label(UUID run, String name, String value) throws SQLException {
    try (Connection connection = database().getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                """
                INSERT INTO run_label (run_id, tenant, name, value, created_at)
                SELECT id, tenant, CAST(? AS VARCHAR(63)), CAST(? AS VARCHAR(200)), created_at
                FROM run WHERE id = ?""")) {
      insert.setString(1, name);
      insert.setString(2, value);
      insert.setString(3, run.toString());
      insert.executeUpdate();
    }
  }

  @Test
  void showRunsByTheirLabels() throws SQLException {
    for (UUID run : newestFirst.subList(0, 20)) {
      label(run, "team", "search");
    }
    label(newestFirst.get(3), "env", "prod");
    label(newestFirst.get(30), "env", "prod");
    label(newestFirst.get(31), "team", "sales");
    Labels search = Labels.of(Map.of("team", "search"));
    Labels both = Labels.of(Map.of("team", "search", "env", "prod"));

    Runs.Filter newest = labelled(search, Runs.Order.NEWEST_FIRST);

    assertThat(ids(TENANT, newest, 5)).isEqualTo(newestFirst.subList(0, 5));
    assertThat(ids(TENANT, newest.after(Optional.of(place(newestFirst.get(4)))), 50))
        .isEqualTo(newestFirst.subList(5, 20));
    assertThat(ids(TENANT, labelled(search, Runs.Order.OLDEST_FIRST), 5))
        .isEqualTo(newestFirst.subList(15, 20).reversed());
    assertThat(ids(TENANT, labelled(both, Runs.Order.NEWEST_FIRST), 5))
        .containsExactly(newestFirst.get(3));
    assertThat(ids("another", newest, 5)).isEmpty();
  }

  @Test
  void showTheOldestRunsFirst() {
    List<UUID> seen = new ArrayList<>();
    Runs.Filter oldest = labelled(Labels.NONE, Runs.Order.OLDEST_FIRST);
    Optional<Runs.Place> after = Optional.empty();
    List<UUID> page;
    do {
      page = ids(TENANT, oldest.after(after), 7);
      seen.addAll(page);
      after = Optional.of(page.getLast()).map(this::place);
    } while (page.size() == 7);

    assertThat(seen).isEqualTo(newestFirst.reversed());
  }

  @Test
  void showTheRunsThatEndedLastFirstPageByPage() throws SQLException {
    endEveryThird();
    List<UUID> ended = lastEndedFirst();
    Runs.Filter all = ended(Optional.empty(), Optional.empty(), Runs.Period.ALWAYS);
    List<UUID> seen = new ArrayList<>();
    Optional<Runs.Place> after = Optional.empty();
    List<UUID> page;
    do {
      page = ids(TENANT, all.after(after), 7);
      seen.addAll(page);
      after = Optional.of(page.getLast()).map(this::end);
    } while (page.size() == 7);

    assertThat(ended).hasSize(100);
    assertThat(seen).isEqualTo(ended);
  }

  @Test
  void showWhatFailedInAPeriodForAReason() throws SQLException {
    endEveryThird();
    List<UUID> ended = lastEndedFirst();
    var lastTen = new Runs.Period(Optional.of(end(ended.get(9)).at()), Optional.empty());
    var beforeThem = new Runs.Period(Optional.empty(), lastTen.from());

    assertThat(ids(TENANT, ended(Optional.empty(), Optional.empty(), lastTen), 50))
        .isEqualTo(ended.subList(0, 10));
    assertThat(ids(TENANT, ended(Optional.empty(), Optional.empty(), beforeThem), 5))
        .isEqualTo(ended.subList(10, 15));
    assertThat(
            ids(TENANT, ended(Optional.of(RunStatus.FAILED), Optional.of("timeout"), lastTen), 9))
        .hasSize(5)
        .isSubsetOf(ended.subList(0, 10));
    assertThat(ids(TENANT, ended(Optional.empty(), Optional.of("timeout"), Runs.Period.ALWAYS), 99))
        .hasSize(50)
        .isSubsetOf(ended);
    assertThat(ids(TENANT, ended(Optional.empty(), Optional.of("other"), lastTen), 9)).isEmpty();
    assertThat(ids("another", ended(Optional.empty(), Optional.of("timeout"), lastTen), 9))
        .isEmpty();
    var counts = new RunCounts(new Database(database()));
    assertThat(counts.failures(TENANT, START)).containsExactly(Map.entry("timeout", 50));
    assertThat(counts.failures(TENANT, lastTen.from().orElseThrow())).containsEntry("timeout", 5);
    assertThat(counts.failures("another", START)).isEmpty();
  }

  private static Runs.Filter ended(
      Optional<RunStatus> status, Optional<String> code, Runs.Period period) {
    return new Runs.Filter(
        new Runs.Filter.StatusFilter(status, Optional.empty(), code, Optional.empty()),
        Optional.empty(),
        Runs.Period.ALWAYS,
        period,
        Labels.NONE,
        Runs.Order.LAST_ENDED_FIRST,
        Optional.empty());
  }

  /** Ends the runs of an agent, the newest first, so that their ends are in another order. */
  private void endEveryThird() throws SQLException {
    List<UUID> third = newestFirst.stream().filter(run -> age(run) % 3 == 0).toList();
    try (Connection connection = database().getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                "UPDATE run SET status = ?, failure_code = ?, ended_at = ? WHERE id = ?")) {
      for (int i = 0; i < third.size(); i++) {
        boolean failed = i % 2 == 0;
        update.setString(1, (failed ? RunStatus.FAILED : RunStatus.COMPLETED).name());
        update.setString(2, failed ? "timeout" : null);
        update.setTimestamp(3, Timestamp.from(end(third.get(i)).at()));
        update.setString(4, third.get(i).toString());
        update.executeUpdate();
      }
    }
  }

  private List<UUID> lastEndedFirst() {
    return newestFirst.reversed().stream().filter(run -> age(run) % 3 == 0).toList();
  }

  private Runs.Place end(UUID run) {
    return new Runs.Place(START.plusSeconds(1_000 - age(run)), run);
  }

  private int age(UUID run) {
    return newestFirst.size() - 1 - newestFirst.indexOf(run);
  }

  /** Otherwise a list would wait for each working run, no matter how far down the list it is. */
  @Test
  void doNotWaitForRunsBeyondThePage() throws Exception {
    try (Connection writer = database().getConnection();
        PreparedStatement hold =
            writer.prepareStatement("UPDATE run SET messages = 1 WHERE status = 'RUNNING'")) {
      writer.setAutoCommit(false);
      hold.executeUpdate();
      try {
        var page = CompletableFuture.supplyAsync(() -> ids(TENANT, filter(Optional.empty()), 50));

        assertThat(page).succeedsWithin(PATIENCE).isEqualTo(newestFirst.subList(0, 50));
      } finally {
        writer.rollback();
      }
    }
  }

  private List<UUID> ids(String tenant, Runs.Filter filter, int limit) {
    RunPageQuery query = RunPageQuery.of(tenant, filter, limit);
    return table.rows(query.sql(), row -> row.id("id"), query.parameters().toArray());
  }

  private Runs.Place place(UUID run) {
    int age = newestFirst.size() - 1 - newestFirst.indexOf(run);
    return new Runs.Place(START.plusSeconds(age / 2), run);
  }

  private static Runs.Filter filter(Optional<Runs.Place> after) {
    return Runs.Filter.of(Optional.empty(), Optional.empty(), after);
  }
}
