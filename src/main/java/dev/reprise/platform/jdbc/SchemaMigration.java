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
    FLYWAY.setFilter(line -> !line.getMessage().contains(EXPECTED));
    FluentConfiguration flyway = Flyway.configure().dataSource(database).table("schema_history");
    (isPostgres(database) ? onPostgres(flyway) : onDerby(flyway)).load().migrate();
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
