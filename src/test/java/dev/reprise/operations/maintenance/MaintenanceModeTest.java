package dev.reprise.operations.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.server.NamedServers;
import dev.reprise.platform.server.ServerStarts;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for the maintenance of servers. */
@EachDatabase
class MaintenanceModeTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  @AfterEach
  void emptyDatabase() throws SQLException {
    execute("DELETE FROM maintenance");
    execute("DELETE FROM run WHERE tenant IN ('acme', 'beta')");
  }

  @Test
  void noServerIsInMaintenanceWithoutOne() {
    assertThat(on("one").here()).isEmpty();
    assertThat(on("one").isOn()).isFalse();
  }

  @Test
  void oneOfAServerLeavesTheOthers() {
    MaintenanceMode one = on("one");
    Maintenance started = start(one, "one");

    assertThat(one.here()).contains(started);
    assertThat(on("two").here()).isEmpty();
  }

  @Test
  void oneOfAllServersIsOneOfEach() {
    Maintenance started = start(on("one"), Maintenance.ALL);

    assertThat(on("one").here()).contains(started);
    assertThat(on("two").here()).contains(started);
  }

  @Test
  void aServerFollowsWithinASecondAndAfterARestart() {
    MaintenanceMode one = on("one");
    assertThat(one.isOn()).isFalse();

    Maintenance started = start(on("two"), "one");
    await().atMost(SECOND).until(one::isOn);
    assertThat(on("one").isOn()).as("at its next start").isTrue();

    assertThat(on("two").end(started.id())).isTrue();
    await().atMost(SECOND).until(() -> !one.isOn());
  }

  @Test
  void itEndsOnceAndOnlyIfNoOtherIsLeft() {
    MaintenanceMode one = on("one");
    Maintenance first = start(one, "one");
    Maintenance second = start(one, "one");

    assertThat(one.end(first.id())).isTrue();
    assertThat(one.end(first.id())).isFalse();
    assertThat(one.here()).contains(second);
    assertThat(one.all()).containsExactly(second);
  }

  @Test
  void runsAreCountedByTheirHolder() throws SQLException {
    run("acme", "RUNNING", "node-1#a");
    run("acme", "QUEUED", "node-1#b");
    run("beta", "RUNNING", "node-1#b");
    run("acme", "COMPLETED", "node-1#b");
    run("acme", "RUNNING", "node-2#c");
    var here = NamedServers.on("machine", Optional.of("here"));
    var held =
        new HeldRunCounts(
            new Database(database()), new ServerStarts(new Database(database()), here), here);

    assertThat(held.of("acme"))
        .containsEntry("here", 0L)
        .containsEntry("node-1", 2L)
        .containsEntry("node-2", 1L);
    assertThat(held.ofAllTenants()).containsEntry("node-1", 3L);
    assertThat(held.up()).contains("here").doesNotContain("node-1", "node-2");
  }

  @Test
  void aServerIsKnownOnceItHasStarted() throws SQLException {
    var server = NamedServers.on("machine", Optional.of("started " + UUID.randomUUID()));
    var starts = new ServerStarts(new Database(database()), server);
    var held = new HeldRunCounts(new Database(database()), starts, server);
    assertThat(held.isServer(server.name())).isFalse();

    starts.begin(16);

    assertThat(held.isServer(server.name())).isTrue();
    assertThat(starts.alive()).contains(server.name());
    assertThat(held.known().get(server.name())).isNotNull();
    var other = NamedServers.on("machine", Optional.of("other"));
    var seen =
        new HeldRunCounts(
            new Database(database()), new ServerStarts(new Database(database()), other), other);
    fallSilent(server.name());
    assertThat(seen.up()).doesNotContain(server.name());
    assertThat(seen.of("acme")).as("it is expected back").containsEntry(server.name(), 0L);
    starts.end();
    assertThat(seen.of("acme")).as("it has ended").doesNotContainKey(server.name());
  }

  @Test
  void aServerThatIsToStartInMaintenanceDoesSoOnceUntilItEnds() {
    MaintenanceMode one = on("one", true);
    assertThat(one.isOn()).as("before it begins").isFalse();

    one.begin(NOW);
    Maintenance started = one.here().orElseThrow();
    assertThat(started.reason()).isEqualTo("reprise.maintenance.at-start=true");
    assertThat(on("two").here()).isEmpty();
    on("one", true).begin(NOW);
    assertThat(one.all()).as("after a restart").containsExactly(started);

    one.end(started.id());
    on("one", false).begin(NOW);
    assertThat(one.all()).as("without the setting").isEmpty();
  }

  @Test
  void aServerThatIsInMaintenanceAlreadyGetsNoOther() {
    Maintenance started = start(on("two"), Maintenance.ALL);

    on("one", true).begin(NOW);

    assertThat(on("one").all()).containsExactly(started);
  }

  private MaintenanceMode on(String server) {
    return on(server, false);
  }

  private MaintenanceMode on(String server, boolean isAtStart) {
    return new MaintenanceMode(
        new Database(database()),
        System::nanoTime,
        NamedServers.on("machine", Optional.of(server)),
        isAtStart);
  }

  private static Maintenance start(MaintenanceMode mode, String server) {
    var it = new Maintenance(UUID.randomUUID(), server, "ana", "more memory", NOW);
    mode.start(it);
    return it;
  }

  private void fallSilent(String server) throws SQLException {
    execute(
        """
        UPDATE server_start
        SET heard_at = {fn TIMESTAMPADD(SQL_TSI_SECOND, -10, CURRENT_TIMESTAMP)} WHERE name = '%s'
        """
            .formatted(server));
  }

  private void run(String tenant, String status, String owner) throws SQLException {
    execute(
        """
        INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                         owner, last_sequence, created_at, updated_at, due_at)
        VALUES ('%s', '%s', 'a', 'v', 'w', 'ana', '%s', 1, '%s', 1, CURRENT_TIMESTAMP,
                CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)
        """
            .formatted(UUID.randomUUID(), tenant, status, owner));
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
