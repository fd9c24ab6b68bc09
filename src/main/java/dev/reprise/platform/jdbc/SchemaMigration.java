package dev.reprise.platform.jdbc;

import dev.reprise.platform.FailedStart;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnit;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/**
 * Waits for the database and migrates it to this version's schema before anything else starts.
 *
 * <p>Flyway's scripts for both databases are in {@code schema/common}, with placeholders for types;
 * those for one of them are in {@code schema/derby} or {@code schema/postgresql}. They share one
 * sequence of versions. Once a script is released, it is never changed: each change is a new one.
 * The empty files {@code flyway.location} let Flyway list folders inside a WAR. If a script fails,
 * the process ends.
 */
@Startup
@Singleton(name = "Schema")
@DependsOn("Telemetry") // which thereby comes before all that depends on the schema
@TransactionManagement(TransactionManagementType.BEAN)
public class SchemaMigration {

  /** Part of a warning that is no reason to worry: Flyway is tested with older Derbys only. */
  private static final String EXPECTED = "newer than the version Flyway has been verified with";

  private static final Logger FLYWAY =
      Logger.getLogger("org.flywaydb.core.internal.database.base.Database");

  private static final String COMMON = "classpath:schema/common";

  /** What Flyway notes of each script. */
  private static final String DONE =
      "SELECT \"checksum\" FROM \"schema_history\" WHERE \"success\" = TRUE ORDER BY \"installed_rank\"";

  /** What it notes of this version's, by which a start sees without Flyway that all is done. */
  static final List<Integer> DERBY = List.of(1_076_503_519, 402_656_026, 375_559_686);

  static final List<Integer> POSTGRES = List.of(1_076_503_519, -1_884_472_932, 1_555_548_104);

  private static final Duration POLL = Duration.ofSeconds(1);

  @Inject DataSource database;
  @Inject Clock clock;
  @Inject Config config;

  @PersistenceUnit(unitName = "reprise")
  EntityManagerFactory entities;

  @PostConstruct
  void prepare() {
    // A container that shuts down waits for the start that it has begun.
    var end = new Thread(FailedStart::endStopped);
    Runtime.getRuntime().addShutdownHook(end);
    try {
      new DatabaseWait(DatabaseWait.LIMIT.get(config), clock, () -> Thread.sleep(POLL))
          .until(this::attempt);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the start was interrupted", e);
    } catch (RuntimeException e) {
      FailedStart failed = DatabaseWait.isPassing(e) ? FailedStart.DATABASE : FailedStart.OTHER;
      failed.end("the database jdbc/reprise cannot be used: " + DatabaseWait.reason(e));
    }
    Runtime.getRuntime().removeShutdownHook(end);
  }

  /** A persistence unit that once met no database does not work until the server's next start. */
  private void attempt() {
    migrate(database);
    entities.createEntityManager().close();
  }

  /** Migrates this database; does nothing if it is up to date. */
  public static void migrate(DataSource database) {
    boolean isPostgres = isPostgres(database);
    if (scripts(database).equals(isPostgres ? POSTGRES : DERBY)) {
      return; // Flyway takes half a second to find nothing to do
    }
    FLYWAY.setFilter(line -> !line.getMessage().contains(EXPECTED));
    FluentConfiguration flyway = Flyway.configure().dataSource(database).table("schema_history");
    (isPostgres ? onPostgres(flyway) : onDerby(flyway)).load().migrate();
  }

  /** Returns what Flyway has noted of the scripts that it has carried out in this database. */
  static List<Integer> scripts(DataSource database) {
    try {
      return new Database(database).rows(DONE, row -> row.integer("checksum"));
    } catch (DatabaseException e) {
      if (e.is(SqlErrors::isStatementAtFault)) {
        return List.of(); // no script was ever carried out
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
