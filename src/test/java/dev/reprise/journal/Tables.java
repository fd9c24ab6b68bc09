package dev.reprise.journal;

import dev.reprise.platform.jdbc.SchemaMigration;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.UUID;
import javax.sql.DataSource;

/** Changes the tables of a journal directly. */
public record Tables(DataSource database) {

  /** Inserts the row of a run that has no record yet. */
  static final String INSERT_RUN =
      """
      INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                       last_sequence, created_at, updated_at)
      VALUES (?, 'default', 'surveyor', 'v', 'here', 'ana', 'QUEUED', 0, 0,
              CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)\
      """;

  public void insertRun(UUID run) throws SQLException {
    change(INSERT_RUN, run);
  }

  /** Returns a payload as the text of a statement, in the form in which the database stores it. */
  public String payload(String text) {
    return SchemaMigration.isPostgres(database)
        ? "'%s'".formatted(text)
        : "CAST(X'%s' AS BLOB)"
            .formatted(HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Changes rows of a run.
   *
   * @param sql has one parameter, the run's id
   * @return how many were changed
   */
  public int change(String sql, UUID run) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, run.toString());
      return statement.executeUpdate();
    }
  }
}
