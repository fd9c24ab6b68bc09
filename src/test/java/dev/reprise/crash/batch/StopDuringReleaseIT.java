package dev.reprise.crash.batch;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.crash.fixture.Jobs;
import dev.reprise.crash.fixture.bean.HoldTool;
import dev.reprise.crash.fixture.bean.HoldUntilOpenTool;
import dev.reprise.platform.Json;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * An operator stops a job in the instant in which it releases its batch by itself: a lock on the
 * batch makes the stop come when it is decided that the batch waits, and not yet written.
 */
@Tag("postgresql")
class StopDuringReleaseIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final PostgresProcess POSTGRES = PostgresProcess.start("stop");
  private static final BatchSite SITE =
      BatchSite.named(
          "stop",
          POSTGRES.serve(ServerOptions.DEFAULT).withBeans(HoldTool.class, HoldUntilOpenTool.class),
          100);

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
    POSTGRES.close();
  }

  /** It is decided that the batch is WAITING, and not yet written. */
  @Test
  void aBatchWhoseJobIsStoppedAfterTheDecisionIsPaused() throws SQLException {
    assertPauses("SELECT 1 FROM batch FOR UPDATE", "%UPDATE batch SET hold_reason%");
  }

  private static void assertPauses(String lock, String blocked) throws SQLException {
    UUID id = SITE.submit(request(), BatchSite.items(200, i -> "item " + i));
    SITE.awaitEnded(id, 3);
    long job = Jobs.of(SITE.server()).newestNamed("agent-batch").id();
    String off =
        Json.read(SITE.admin("api/v1/admin/kill-switches", switchOff()).body()).path("id").asText();
    try (Connection connection = POSTGRES.database().getConnection()) {
      awaitNoneOpen(id);
      connection.setAutoCommit(false);
      execute(connection, lock);
      stopOnce(connection, blocked, job);
    }

    SITE.awaitStatus(id, "PAUSED");

    SITE.admin("api/v1/admin/kill-switches/%s:release".formatted(off), body());
    await()
        .during(Duration.ofSeconds(3))
        .atMost(PATIENCE)
        .until(() -> SITE.batch(id).path("status").asText(), "PAUSED"::equals);
    SITE.act(id, "cancel");
    SITE.awaitStatus(id, "CANCELLED");
  }

  /** Stops a job once its server waits for the lock, and then lets it go on. */
  private static void stopOnce(Connection connection, String blocked, long job)
      throws SQLException {
    Jobs jobs = Jobs.of(SITE.server());
    await().atMost(PATIENCE).until(() -> count(waiting(blocked)) > 0);
    var stop = CompletableFuture.runAsync(() -> jobs.stop(job));
    await()
        .atMost(PATIENCE)
        .until(() -> jobs.get(job).newestExecution().status(), "STOPPING"::equals);
    connection.rollback();
    stop.join();
  }

  private static String waiting(String query) {
    return "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE '%s'"
        .formatted(query);
  }

  private static void awaitNoneOpen(UUID batch) {
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                count(
                        """
                        SELECT COUNT(*) FROM batch_item i JOIN run r ON r.id = i.run_id
                        WHERE i.batch_id = '%s' AND i.status = 'PENDING'"""
                            .formatted(batch))
                    == 0);
  }

  private static int count(String query) throws SQLException {
    try (var connection = POSTGRES.database().getConnection();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static ObjectNode request() {
    ObjectNode request = BatchSite.request();
    request.putObject("options").put("concurrency", 1);
    return request;
  }

  private static ObjectNode switchOff() {
    return body().put("kind", "SUBMISSIONS").put("reason", "for a test");
  }

  private static ObjectNode body() {
    return JsonNodeFactory.instance.objectNode();
  }
}
