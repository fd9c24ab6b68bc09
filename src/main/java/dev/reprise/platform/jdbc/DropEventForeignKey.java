package dev.reprise.platform.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.migration.Context;
import org.flywaydb.core.api.migration.JavaMigration;
import org.jspecify.annotations.Nullable;

/**
 * Drops the foreign key from events to runs in Derby, as V4 did in PostgreSQL, because a run is
 * erased before its events. A script cannot do that: Derby generated the constraint's name, which
 * differs in each database.
 */
final class DropEventForeignKey implements JavaMigration {

  @Override
  public MigrationVersion getVersion() {
    return MigrationVersion.fromVersion("10.1");
  }

  @Override
  public String getDescription() {
    return "events without reference";
  }

  @Override
  public @Nullable Integer getChecksum() {
    return null; // the migration has no text to compare
  }

  @Override
  public boolean canExecuteInTransaction() {
    return true;
  }

  @Override
  public void migrate(Context context) throws SQLException {
    Connection connection = context.getConnection();
    for (String reference : references(connection)) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("ALTER TABLE event DROP FOREIGN KEY \"%s\"".formatted(reference));
      }
    }
  }

  private static List<String> references(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (ResultSet keys =
        connection.getMetaData().getImportedKeys(null, connection.getSchema(), "EVENT")) {
      while (keys.next()) {
        if (keys.getString("PKTABLE_NAME").equals("RUN")) {
          names.add(keys.getString("FK_NAME"));
        }
      }
    }
    return names;
  }
}
