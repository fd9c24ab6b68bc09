package dev.reprise.crash.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.crash.fixture.Site;
import dev.reprise.fixture.Example;
import dev.reprise.platform.jdbc.SchemaMigration;
import dev.reprise.server.CommandLine;
import dev.reprise.server.PostgresProcess;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server starts on its own schema alone, also with a role that may create no tables. */
@Tag("postgresql")
class DatabaseRoleIT {

  @Test
  void refusesANewerSchema() throws Exception {
    try (var postgres = PostgresProcess.start("newer-schema");
        var server = ServerProcess.named("newer-schema", postgres.serve(ServerOptions.DEFAULT))) {
      SchemaMigration.migrate(postgres.database());
      postgres.execute(
          "UPDATE schema_history SET version = '9', script = 'V9__later.sql' WHERE version = '3'");

      assertThat(server.startToItsEnd()).isEqualTo(78);

      assertThat(Files.readString(server.log()))
          .contains(
              "the server ends with status 78: the database jdbc/reprise cannot be used: its schema"
                  + " is newer than this version: it has V9__later.sql, which this version lacks;"
                  + " start a version that has them, or restore the backup");
    }
  }

  @Test
  void worksWithARoleThatMayCreateNoTables() throws Exception {
    try (var postgres = PostgresProcess.start("database-role");
        Site site = Site.named("database-role", notMigrating(postgres))) {
      setUp(postgres);
      assertThat(site.server().startToItsEnd()).isEqualTo(78);
      assertThat(Files.readString(site.server().log()))
          .contains("it has no schema yet", "run reprise database migrate");
      assertThat(reprise(postgres, "status").exitCode()).isEqualTo(1);

      CommandLine.Ended migrated = reprise(postgres, "migrate");
      assertThat(migrated.exitCode()).as("%s", migrated).isZero();
      assertThat(migrated.errors()).isEmpty();
      assertThat(reprise(postgres, "status").exitCode()).isZero();
      site.server().start();

      UUID run = site.submit("steps", "effects");
      site.awaitStatus(run, "COMPLETED").assertSound();
      site.awaitJob(run, "COMPLETED");
      assertThat(site.server().log()).content().doesNotContain("permission denied");
      assertThatThrownBy(
              () -> execute(postgres.database("reprise", "reprise"), "CREATE TABLE t ()"))
          .hasMessageContaining("permission denied for schema public");
    }
  }

  private static ServerOptions notMigrating(PostgresProcess postgres) {
    return postgres
        .serve(Site.FILES)
        .with("REPRISE_DATABASE_NAME", "reprise")
        .with("REPRISE_DATABASE_USER", "reprise")
        .with("REPRISE_DATABASE_MIGRATE", "never");
  }

  /** Carries out what the page says. */
  private static void setUp(PostgresProcess postgres) throws SQLException {
    DataSource database = postgres.database();
    for (String line : Example.of("operations.md", "CREATE ROLE").text().split("\n", -1)) {
      if (line.startsWith("\\connect")) {
        database = postgres.database("reprise_owner", "reprise");
      } else if (!line.isBlank()) {
        execute(database, line);
      }
    }
  }

  private static void execute(DataSource database, String sql) throws SQLException {
    try (var connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static CommandLine.Ended reprise(PostgresProcess postgres, String command)
      throws IOException, InterruptedException {
    Map<String, String> environment = notMigrating(postgres).environment();
    return CommandLine.run(environment, "database", command, "--user", "reprise_owner");
  }
}
