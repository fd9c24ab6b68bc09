package dev.reprise.platform.jdbc;

import dev.reprise.platform.jdbc.SchemaState.Script;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Migrates a database to this version's schema, for servers and for the command line.
 *
 * <p>Flyway's scripts for both databases are in {@code schema/common}, with placeholders for types;
 * those for one of them are in {@code schema/derby} or {@code schema/postgresql}. They share one
 * sequence of versions. Once a script is released, it is never changed: each change is a new one.
 * The empty files {@code flyway.location} let Flyway list folders inside a WAR.
 */
public final class SchemaMigration {

  /** Part of a warning that is no reason to worry: Flyway is tested with older Derbys only. */
  private static final String EXPECTED = "newer than the version Flyway has been verified with";

  private static final Logger FLYWAY =
      Logger.getLogger("org.flywaydb.core.internal.database.base.Database");

  /** Writes the URL of the database, of which a password may be a part. */
  private static final Logger FLYWAY_CONNECTION =
      Logger.getLogger("org.flywaydb.core.FlywayExecutor");

  private static final String COMMON = "classpath:schema/common";

  /** What Flyway notes of each script. */
  private static final String DONE =
      """
      SELECT "script", "checksum" FROM "schema_history"
      WHERE "success" = TRUE AND "version" IS NOT NULL ORDER BY "installed_rank"\
      """;

  private static final Script TABLES = new Script("V1__tables.sql", 1_076_503_519);

  private static final Script STATISTICS = new Script("V4__statistics.sql", 1_565_652_601);

  /** What it notes of this version's, by which a start sees without Flyway that all is done. */
  static final List<Script> DERBY =
      List.of(
          TABLES,
          new Script("V2__derby.sql", 402_656_026),
          new Script("V3__batch_store.sql", 375_559_686),
          STATISTICS);

  static final List<Script> POSTGRES =
      List.of(
          TABLES,
          new Script("V2__postgresql.sql", -1_884_472_932),
          new Script("V3__batch_store.sql", 1_555_548_104),
          STATISTICS,
          new Script("V5__failure_groups.sql", 1_153_742_184));

  private SchemaMigration() {}

  /**
   * Migrates this database; does nothing if it is up to date.
   *
   * @throws SchemaException if this version cannot migrate it, for example because its schema is
   *     newer; it is as before
   */
  public static void migrate(DataSource database) {
    SchemaState state = state(database);
    if (state.isCurrent()) {
      return; // Flyway takes half a second to find nothing to do
    }
    state
        .conflict()
        .ifPresent(
            reason -> {
              throw new SchemaException(reason);
            });
    FLYWAY_CONNECTION.setLevel(Level.WARNING);
    FLYWAY.setFilter(line -> !line.getMessage().contains(EXPECTED));
    FluentConfiguration flyway = Flyway.configure().dataSource(database).table("schema_history");
    (isPostgres(database) ? onPostgres(flyway) : onDerby(flyway)).load().migrate();
  }

  /**
   * Checks that this database has exactly this version's schema.
   *
   * @throws SchemaException if not; says what to do
   */
  public static void requireCurrent(DataSource database) {
    SchemaState state = state(database);
    if (!state.isCurrent()) {
      throw new SchemaException(
          state
              .conflict()
              .orElseGet(
                  () ->
                      state.summary()
                          + ", and this server migrates nothing (reprise.database.migrate=never):"
                          + " run reprise database migrate with a role that may create tables"));
    }
  }

  /** Returns which scripts were carried out in a database, and which this version has. */
  public static SchemaState state(DataSource database) {
    return new SchemaState(scripts(database), isPostgres(database) ? POSTGRES : DERBY);
  }

  private static List<Script> scripts(DataSource database) {
    try {
      return new Database(database)
          .rows(DONE, row -> new Script(row.text("script"), row.integer("checksum")));
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::isStatementAtFault) && !e.is(SqlErrors::isNotPermitted)) {
        return List.of(); // there is no such table: no script was ever carried out
      }
      throw e;
    }
  }

  private static FluentConfiguration onPostgres(FluentConfiguration flyway) {
    return flyway
        .locations(COMMON, "classpath:schema/postgresql")
        .placeholders(
            Map.of(
                "uuid", "UUID",
                "timestamp", "TIMESTAMP WITH TIME ZONE",
                "text", "TEXT",
                "payload", "TEXT"))
        .callbacks(new UnlimitedMigrations());
  }

  private static FluentConfiguration onDerby(FluentConfiguration flyway) {
    return flyway
        .locations(COMMON, "classpath:schema/derby")
        .placeholders(
            Map.of(
                "uuid", "VARCHAR(36)",
                "timestamp", "TIMESTAMP",
                "text", "CLOB",
                "payload", "BLOB")); // the bytes of a text
  }

  /**
   * Returns whether this is PostgreSQL; otherwise it is Derby.
   *
   * @throws IllegalStateException if it cannot be reached
   */
  public static boolean isPostgres(DataSource database) {
    try (Connection connection = database.getConnection()) {
      String product = connection.getMetaData().getDatabaseProductName();
      return !product.toLowerCase(Locale.ROOT).contains("derby");
    } catch (SQLException e) {
      throw new IllegalStateException("the database jdbc/reprise cannot be reached", e);
    }
  }
}
