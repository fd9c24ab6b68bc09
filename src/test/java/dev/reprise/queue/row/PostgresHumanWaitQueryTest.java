package dev.reprise.queue.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.run.state.WaitReason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** PostgreSQL finds what waits for people without reading the runs that do not. */
class PostgresHumanWaitQueryTest extends RunsFixture {

  private static final String MANY_ENDED_AND_FEW_THAT_WAIT =
      """
      INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, waiting_for,
                       epoch, last_sequence, created_at, updated_at)
      SELECT gen_random_uuid(), 'default', 'clerk', 'v', 'w', 'ana',
             CASE WHEN n % 1000 = 0 THEN 'WAITING' ELSE 'COMPLETED' END,
             CASE WHEN n % 1000 = 0 THEN 'approval' END, 1, 1, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP
      FROM generate_series(1, 20000) n""";

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }

  @BeforeEach
  void fill() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(MANY_ENDED_AND_FEW_THAT_WAIT);
      statement.execute("ANALYZE run");
    }
  }

  static Stream<HumanWaitQuery> queries() {
    EnumSet<WaitReason> all = EnumSet.of(WaitReason.APPROVAL, WaitReason.LOOP, WaitReason.BUDGET);
    return Stream.of(
        HumanWaitQuery.page("default", of(all, Optional.empty()), Optional.empty(), 10),
        HumanWaitQuery.page("default", of(all, Optional.of("ana")), Optional.empty(), 10),
        HumanWaitQuery.counts("default", all),
        HumanWaitQuery.longerThan(Duration.ofMinutes(5), Optional.empty(), 10));
  }

  private static Runs.HumanWaits of(EnumSet<WaitReason> reasons, Optional<String> submittedBy) {
    return new Runs.HumanWaits(reasons, submittedBy.map(by -> "clerk"), submittedBy);
  }

  @ParameterizedTest
  @MethodSource("queries")
  void usesTheIndexOfWhatWaitsForPeople(HumanWaitQuery query) throws SQLException {
    assertThat(plan(query)).contains("run_waits_for_people");
  }

  private String plan(HumanWaitQuery query) throws SQLException {
    var plan = new StringBuilder();
    try (Connection connection = database().getConnection();
        PreparedStatement statement = connection.prepareStatement("EXPLAIN " + query.sql())) {
      for (int i = 0; i < query.parameters().size(); i++) {
        statement.setObject(i + 1, query.parameters().get(i));
      }
      try (ResultSet lines = statement.executeQuery()) {
        while (lines.next()) {
          plan.append(lines.getString(1)).append('\n');
        }
      }
    }
    return plan.toString();
  }
}
