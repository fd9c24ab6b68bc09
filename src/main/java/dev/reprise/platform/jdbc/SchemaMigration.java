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
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.migration.JavaMigration;

/**
 * Waits for the database and migrates it to this version's schema before anything else starts.
 *
 * <p>Flyway's scripts are in one folder per dialect, {@code schema/derby} and {@code
 * schema/postgresql}. The empty files {@code flyway.location} let it list folders inside a WAR. If
 * a script fails, the process ends.
 */
@Startup
@Singleton(name = "Schema")
@DependsOn("Telemetry") // which thereby comes before all that depends on the schema
@TransactionManagement(TransactionManagementType.BEAN)
public class SchemaMigration {

  /**
   * Parts of warnings that are no reason to worry: a statement finds no row, as most do in a new
   * database, and Flyway's own tests know only older versions of Derby.
   */
  private static final List<String> EXPECTED =
      List.of("SQL State: 02000", "newer than the version Flyway has been verified with");

  private static final List<Logger> FLYWAY =
      Stream.of("sqlscript.DefaultSqlScriptExecutor", "database.base.Database")
          .map(name -> Logger.getLogger("org.flywaydb.core.internal." + name))
          .toList();

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
    String dialect = dialect(database);
    FLYWAY.forEach(it -> it.setFilter(SchemaMigration::isUnexpected));
    Flyway.configure()
        .dataSource(database)
        .locations("classpath:schema/" + dialect)
        .javaMigrations(
            dialect.equals("derby")
                ? new JavaMigration[] {new DropEventForeignKey()}
                : new JavaMigration[0])
        .table("schema_history")
        .callbacks(new UnlimitedMigrations())
        .load()
        .migrate();
  }

  private static boolean isUnexpected(LogRecord line) {
    return EXPECTED.stream().noneMatch(line.getMessage()::contains);
  }

  private static String dialect(DataSource database) {
    return isPostgres(database) ? "postgresql" : "derby";
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
