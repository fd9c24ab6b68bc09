package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.fixture.NewPostgres;
import dev.reprise.journal.store.TestDatabases;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.derby.jdbc.EmbeddedDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** A migration warns of nothing that is as it should be, and refuses what it cannot migrate. */
class SchemaMigrationTest {

  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

  private static final String HISTORY = "SELECT schema_history::text FROM schema_history";

  private static final String LATER =
      """
      INSERT INTO schema_history (installed_rank, version, description, type, script, checksum,
                                  installed_by, execution_time, success)
      VALUES (6, '6', 'later', 'SQL', 'V6__later.sql', 1, 'postgres', 1, TRUE)""";

  private final List<String> lines = new CopyOnWriteArrayList<>();

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord line) {
          lines.add(line.getLevel() + " " + line.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    FLYWAY.addHandler(handler);
  }

  @AfterEach
  void leave() {
    FLYWAY.removeHandler(handler);
  }

  @Test
  void warnsOfNothingInANewDerby() {
    var database = new EmbeddedDataSource();
    database.setDatabaseName("memory:schema-migration");
    database.setCreateDatabase("create");

    SchemaMigration.migrate(database);

    assertThat(lines).filteredOn(line -> line.startsWith(Level.INFO.getName())).isNotEmpty();
    assertThat(lines).filteredOn(line -> line.startsWith(Level.WARNING.getName())).isEmpty();
  }

  @Test
  void asksFlywayOnlyIfAScriptIsMissing() {
    var database = new EmbeddedDataSource();
    database.setDatabaseName("memory:schema-current");
    database.setCreateDatabase("create");
    SchemaMigration.migrate(database);
    assertThat(SchemaMigration.state(database).done()).isEqualTo(SchemaMigration.DERBY);
    lines.clear();

    SchemaMigration.migrate(database);

    assertThat(lines).isEmpty();
  }

  @Test
  void knowsTheScriptsOfPostgres() {
    assertThat(SchemaMigration.state(TestDatabases.postgres()).done())
        .isEqualTo(SchemaMigration.POSTGRES);
  }

  @Test
  void refusesANewerSchemaAndChangesNothing() throws SQLException {
    NewPostgres postgres = NewPostgres.create();
    SchemaMigration.migrate(postgres.database());
    postgres.execute(LATER);
    List<String> before = postgres.query(HISTORY);

    assertThatThrownBy(() -> SchemaMigration.migrate(postgres.database()))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("newer than this version: it has V6__later.sql,");
    assertThatThrownBy(() -> SchemaMigration.requireCurrent(postgres.database()))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("newer than this version: it has V6__later.sql,");

    assertThat(postgres.query(HISTORY)).isEqualTo(before);
  }

  @Test
  void refusesTheSchemaOfAnotherBuild() throws SQLException {
    NewPostgres postgres = NewPostgres.create();
    SchemaMigration.migrate(postgres.database());
    postgres.execute("UPDATE schema_history SET checksum = 7 WHERE version = '2'");

    assertThatThrownBy(() -> SchemaMigration.migrate(postgres.database()))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("that of another build: V2__postgresql.sql");
  }

  @Test
  void saysHowAnEmptyDatabaseIsMigratedIfNoServerMay() throws SQLException {
    NewPostgres postgres = NewPostgres.create();

    assertThatThrownBy(() -> SchemaMigration.requireCurrent(postgres.database()))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("it has no schema yet")
        .hasMessageContaining("run reprise database migrate");
    assertThat(postgres.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))
        .isEmpty();

    SchemaMigration.migrate(postgres.database());
    SchemaMigration.requireCurrent(postgres.database());
  }

  @Test
  void doesNotTakeAMissingRightForAnEmptyDatabase() throws SQLException {
    NewPostgres postgres = NewPostgres.create();
    SchemaMigration.migrate(postgres.database());
    postgres.execute("CREATE ROLE %s LOGIN".formatted(postgres.name()));
    var database = (PGSimpleDataSource) postgres.database();
    database.setUser(postgres.name());

    assertThatThrownBy(() -> SchemaMigration.state(database))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("permission denied");
  }
}
