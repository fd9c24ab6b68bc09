package dev.reprise.crash.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.crash.fixture.Site;
import dev.reprise.crash.fixture.SqlSource;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.RecordedRun;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server queries a data source that its operator declared beside its own, and changes nothing.
 */
@Tag("postgresql")
class SqlQueryIT {

  private final Path orders;

  SqlQueryIT(@TempDir Path directory) {
    this.orders = directory.resolve("orders");
  }

  @Test
  void runsAllowedQueriesAndReturnsItsConnections() throws Exception {
    sell();
    try (Site site = Site.named("sql", options())) {
      SqlSource.declare(
          site.server(),
          "<properties.derby.embedded databaseName='%s' createDatabase='false'/>"
              .formatted(orders));
      site.server().start();
      UUID id = site.submit("buyer");

      RecordedRun run = site.awaitStatus(id, "COMPLETED").assertSound();

      assertThat(run.last().data().path("output").asText())
          .contains("[\"nail\",3]", "[\"saw\",5]", "[\"nail\"]", "[\"saw\"]");
      assertThat(
              run.all("tool-call.failed")
                  .map(event -> event.data())
                  .map(it -> it.path("callId").asText() + ": " + it.at("/failure/code").asText()))
          .containsExactlyInAnyOrder(
              "write: sql_refused", "wrong: sql_error", "other: unknown_source");
      site.server().stop();
    }
    assertThat(sold()).isEqualTo(3);
  }

  @Test
  void queriesPostgresOnlyIfItsResultsAreBounded() throws Exception {
    try (var postgres = PostgresProcess.start("sql-source");
        Connection connection = postgres.database().getConnection();
        Site site = Site.named("sql-on-postgres", options())) {
      sell(connection);
      String source =
          "<properties.postgresql serverName='localhost' portNumber='%s' databaseName='postgres'"
              + " user='postgres' password='trusted-on-loopback' %s/>";
      String port = connection.getMetaData().getURL().replaceAll(".*:(\\d+)/.*", "$1");
      SqlSource.declare(site.server(), source.formatted(port, "maxResultBuffer='32M'"));
      site.server().start();
      UUID id = site.submit("buyer");
      assertThat(
              site.awaitStatus(id, "COMPLETED").assertSound().last().data().path("output").asText())
          .contains("[\"nail\",3]", "[\"saw\",5]", "[\"nail\"]", "[\"saw\"]");
      site.server().stop();

      SqlSource.declare(site.server(), source.formatted(port, ""));
      var start = new FutureTask<>(site.server()::start);
      Thread.ofVirtual().start(start);

      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> Files.exists(site.server().log()) && isRefused(site.server()));
      site.server().kill();
      assertThatThrownBy(start::get).hasMessageContaining("ended while starting");
    }
  }

  private static boolean isRefused(ServerProcess server) throws IOException {
    return Files.readString(server.log())
        .contains("reprise.sql.source.orders.jndi: the data source jdbc/orders is a PostgreSQL");
  }

  private static ServerOptions options() {
    return SqlSource.allow(ServerOptions.DEFAULT)
        .with("REPRISE_AGENTS_DIR", Site.agents("sql").toString());
  }

  private void sell() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url() + ";create=true")) {
      sell(connection);
    }
    shutDown();
  }

  private static void sell(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE purchase (item VARCHAR(20), amount INT)");
      statement.execute("INSERT INTO purchase VALUES ('nail', 1), ('nail', 2), ('saw', 5)");
    }
  }

  private int sold() throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM purchase")) {
      rows.next();
      return rows.getInt(1);
    } finally {
      shutDown();
    }
  }

  /**
   * Only one process at a time can open a Derby database; Derby reports its shutdown as an
   * exception.
   */
  private void shutDown() {
    assertThatThrownBy(() -> DriverManager.getConnection(url() + ";shutdown=true"))
        .hasMessageContaining("shutdown");
  }

  private String url() {
    return "jdbc:derby:" + orders;
  }
}
