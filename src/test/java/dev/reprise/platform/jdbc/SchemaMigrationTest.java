package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.TestDatabases;
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

/** A migration warns of nothing that is as it should be. */
class SchemaMigrationTest {

  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

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
    assertThat(SchemaMigration.scripts(database)).isEqualTo(SchemaMigration.DERBY);
    lines.clear();

    SchemaMigration.migrate(database);

    assertThat(lines).isEmpty();
  }

  @Test
  void knowsTheScriptsOfPostgres() {
    assertThat(SchemaMigration.scripts(TestDatabases.postgres()))
        .isEqualTo(SchemaMigration.POSTGRES);
  }
}
