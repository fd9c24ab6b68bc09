package dev.reprise.platform.jdbc;

import dev.reprise.platform.FailedStart;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingType;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.PersistenceUnit;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;

/**
 * Waits for the database, and migrates it to this version's schema before anything else starts. If
 * that fails, or the schema is not one that this version can use, the process ends. Tested by
 * {@code StartIT}.
 */
@Startup
@Singleton(name = "Schema")
@DependsOn("Telemetry") // which thereby comes before all that depends on the schema
@TransactionManagement(TransactionManagementType.BEAN)
public class DatabaseStart {

  private static final Duration POLL = Duration.ofSeconds(1);

  /** When a database is migrated. */
  enum Migrate {
    AT_START,
    NEVER
  }

  static final Setting<Migrate> MIGRATE =
      Setting.of("reprise.database.migrate", SettingType.choice(Migrate.class), "at-start")
          .means(
              "when a server migrates its database; with `never` its role needs no right to"
                  + " [create tables](operations.md#roles-of-the-database)");

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
      status(e).end("the database jdbc/reprise cannot be used: " + DatabaseWait.reason(e));
    }
    Runtime.getRuntime().removeShutdownHook(end);
  }

  /** A persistence unit that once met no database does not work until the server's next start. */
  private void attempt() {
    switch (MIGRATE.get(config)) {
      case AT_START -> SchemaMigration.migrate(database);
      case NEVER -> SchemaMigration.requireCurrent(database);
    }
    entities.createEntityManager().close();
  }

  private static FailedStart status(RuntimeException e) {
    if (e instanceof SchemaException) {
      return FailedStart.CONFIGURATION;
    }
    return DatabaseWait.isPassing(e) ? FailedStart.DATABASE : FailedStart.OTHER;
  }
}
