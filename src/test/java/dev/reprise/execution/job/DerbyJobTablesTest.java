package dev.reprise.execution.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On Derby, where the server itself creates the tables, in a separate schema. */
class DerbyJobTablesTest extends JobTablesContract {

  private static final String TABLES = "/schema/postgresql/V3__batch_store.sql";
  private static final EmbeddedDataSource DATABASE = new EmbeddedDataSource();

  /** The same tables as on PostgreSQL, because both are the server's. */
  @BeforeAll
  static void tables() throws SQLException, IOException {
    DATABASE.setDatabaseName("memory:jobs");
    DATABASE.setCreateDatabase("create");
    try (InputStream script = DerbyJobTablesTest.class.getResourceAsStream(TABLES);
        Connection connection = DATABASE.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA JBATCH");
      statement.execute("SET SCHEMA JBATCH");
      String text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      for (String sql : text.replaceAll("--.*", "").replace("BYTEA", "BLOB").split(";", -1)) {
        if (!sql.isBlank()) {
          statement.execute(sql);
        }
      }
    }
  }

  @Override
  DataSource database() {
    return DATABASE;
  }

  @Override
  String schema() {
    return "JBATCH.";
  }

  @Test
  void hasNothingToDoIfJobsAreStoredInMemory() throws SQLException {
    assertThat(
            new JobTables(new Database(TestDatabases.derby()))
                .executionsOf(List.of(UUID.randomUUID())))
        .isEmpty();
  }
}
