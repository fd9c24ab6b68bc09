package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.run.state.RunStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class PostgresRunPageQueryTest extends RunPageQueryContract {

  private static final Pattern INDEX = Pattern.compile("using (run_list\\w*)");

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }

  /** The statistics know one agent only, and a prepared statement is planned without its values. */
  @Test
  void followTheIndexOfTheFilterWhateverTheStatisticsHaveSeen() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("DELETE FROM run WHERE tenant = 'pages'");
      statement.execute(
          """
          INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status,
            epoch, last_sequence, created_at, updated_at)
          SELECT gen_random_uuid(), 'pages', 'one', 'v', 'w', 'ana', 'COMPLETED', 1, 1,
                 now() - i * INTERVAL '1 second', now()
          FROM generate_series(1, 20000) i""");
      statement.execute("ANALYZE run");
      statement.execute("SET LOCAL plan_cache_mode = force_generic_plan");

      assertThat(index(statement, Optional.empty(), Optional.of("two")))
          .isEqualTo("run_list_by_agent");
      assertThat(index(statement, Optional.of(RunStatus.FAILED), Optional.empty()))
          .isEqualTo("run_list_by_status");
      assertThat(index(statement, Optional.of(RunStatus.FAILED), Optional.of("one")))
          .isEqualTo("run_list_by_both");
      connection.rollback();
    }
  }

  /** Returns the one index that the plan follows. */
  private static String index(
      Statement statement, Optional<RunStatus> status, Optional<String> agent) throws SQLException {
    var query = RunPageQuery.of("pages", Runs.Filter.of(status, agent, Optional.empty()), 10);
    int parameters = query.parameters().size();
    String sql = query.sql();
    for (int i = 1; i <= parameters; i++) {
      sql = sql.replaceFirst("\\?", Matcher.quoteReplacement("$" + i));
    }
    String types = String.join(", ", Collections.nCopies(parameters, "varchar"));
    String values = String.join(", ", Collections.nCopies(parameters, "''"));
    statement.execute("PREPARE page (%s) AS %s".formatted(types, sql));
    StringBuilder plan = new StringBuilder();
    try (ResultSet lines = statement.executeQuery("EXPLAIN EXECUTE page (%s)".formatted(values))) {
      while (lines.next()) {
        plan.append(lines.getString(1)).append('\n');
      }
    }
    statement.execute("DEALLOCATE page");
    return INDEX
        .matcher(plan)
        .results()
        .map(found -> found.group(1))
        .distinct()
        .reduce((one, other) -> one + " and " + other)
        .orElseThrow();
  }
}
