package dev.reprise.crash.batch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.BatchSite;
import dev.reprise.crash.fixture.SqlSource;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The items of a batch are rows of a data source that the operator declared. */
class BatchFromQueryIT {

  @Test
  void runsTheAgentForEachRow(@TempDir Path directory) throws Exception {
    Path mails = directory.resolve("mails");
    fill(mails);
    try (BatchSite site = BatchSite.named("batch-query", options(directory), 10)) {
      SqlSource.declare(
          site.server(),
          "<properties.derby.embedded databaseName='%s' createDatabase='false'/>".formatted(mails));
      site.server().start();

      UUID id = site.submit(query("SELECT id AS \"id\", body AS \"text\" FROM mail WHERE id > ?"));

      site.awaitStatus(id, "COMPLETED");
      assertThat(site.results(id, 0))
          .extracting(it -> it.path("key").asText() + ": " + it.path("output").asText())
          .containsExactlyInAnyOrder("2: seen second", "3: seen third");
      var refused =
          site.http().tryTo("POST", "api/v1/batches", query("DELETE FROM mail WHERE id > ?"));
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(refused.body()).contains("SELECT");
      assertThatSourcesAreReadAsToolsAre(site);
    }
  }

  /** The policy has files for admins; queries are for everybody, until they are switched off. */
  private static void assertThatSourcesAreReadAsToolsAre(BatchSite site) {
    ObjectNode file = BatchSite.request();
    file.putObject("source").putObject("file").put("path", "items.csv").put("format", "csv");
    var forAdmins = site.http().tryTo("POST", "api/v1/batches", file);
    assertThat(forAdmins.statusCode()).isEqualTo(403);
    assertThat(forAdmins.body()).contains("'read_file' is only for").doesNotContain("items.csv");

    var wrong =
        site.http().tryTo("POST", "api/v1/batches", query("SELECT id FROM nosuch WHERE id > ?"));
    assertThat(wrong.statusCode()).isEqualTo(422);
    assertThat(wrong.body()).contains("SQLState 42X05").doesNotContainIgnoringCase("nosuch");

    ObjectNode stop =
        JsonNodeFactory.instance
            .objectNode()
            .put("kind", "TOOL")
            .put("name", "sql_query")
            .put("reason", "stop");
    assertThat(
            site.http().as("admin").tryTo("POST", "api/v1/admin/kill-switches", stop).statusCode())
        .isEqualTo(201);
    var switchedOff =
        site.http().tryTo("POST", "api/v1/batches", query("SELECT id FROM mail WHERE id > ?"));
    assertThat(switchedOff.statusCode()).isEqualTo(503);
    assertThat(switchedOff.body()).contains("switched-off", "tool 'sql_query' is switched off");
  }

  private static ServerOptions options(Path directory) throws IOException {
    Path policy =
        Files.writeString(directory.resolve("policy.yaml"), "- {name: read_file, roles: [admin]}");
    return SqlSource.allow(ServerOptions.DEFAULT)
        .with("REPRISE_TOOLS_POLICY_FILE", policy.toString());
  }

  private static ObjectNode query(String sql) {
    ObjectNode request = BatchSite.request();
    ObjectNode query = request.putObject("source").putObject("query");
    query.put("source", "orders").put("sql", sql).putArray("parameters").add(1);
    return request;
  }

  private static void fill(Path database) throws SQLException {
    String url = "jdbc:derby:" + database;
    try (Connection connection = DriverManager.getConnection(url + ";create=true");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE mail (id INT, body VARCHAR(20))");
      statement.execute("INSERT INTO mail VALUES (1, 'first'), (2, 'second'), (3, 'third')");
    }
    try {
      DriverManager.getConnection(url + ";shutdown=true").close();
    } catch (SQLException shutdown) {
      // Derby reports each shutdown as an exception; only one process at a time can open a database
      assertThat(shutdown.getSQLState()).isEqualTo("08006");
    }
  }
}
