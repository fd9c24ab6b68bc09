package dev.reprise.execution.recovery;

import static java.lang.System.Logger.Level.ERROR;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.EngineSettings;
import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.platform.FailedStart;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SchemaMigration;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.platform.server.ServerStarts;
import dev.reprise.resilience.Sleeper;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import javax.sql.DataSource;

/**
 * Tells the other servers of the database that this one is alive, from before it touches any run
 * until after it has released the last one. An embedded Derby has only one server, so there it
 * tells nothing. A maintenance that is to begin with the start begins here, before any run is
 * touched. Tested by {@code RestoredDatabaseIT}.
 */
@Startup
@Singleton(name = "Presence")
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class ServerHeartbeat extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(ServerHeartbeat.class.getName());

  @Inject DataSource database;
  @Inject ServerIdentity server;
  @Inject ServerStarts starts;
  @Inject MaintenanceMode maintenance;
  @Inject EngineSettings settings;
  @Inject Clock clock;

  private boolean isHeard = true;

  @PostConstruct
  void start() {
    try {
      boolean isShared = SchemaMigration.isPostgres(database);
      if (isShared) {
        checkName();
      }
      starts.begin(settings.maxRunning);
      maintenance.begin(clock.instant().truncatedTo(ChronoUnit.MICROS));
      if (isShared) {
        every(ServerStarts.INTERVAL, "sign of life to other servers", this::tell);
      }
    } catch (DatabaseException e) {
      FailedStart.DATABASE.end("this start cannot be noted in the database: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the start was interrupted", e);
    }
  }

  private void checkName() throws InterruptedException {
    try {
      new ServerNameCheck(server, starts::namesake, Sleeper.SLEEP).check();
    } catch (IllegalStateException e) {
      FailedStart.CONFIGURATION.end(String.valueOf(e.getMessage()));
    }
  }

  private void tell() {
    boolean wasHeard = isHeard;
    isHeard = starts.tell();
    if (wasHeard && !isHeard) {
      LOG.log(
          ERROR,
          "another server named ''{0}'' was started on this database and ends the leases of this one; give each server its own name with {1}",
          server.name(),
          ServerIdentity.NAME.name());
    }
  }

  @PreDestroy
  void end() {
    try {
      starts.end();
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "other servers are not told that this server ends; they notice its silence later",
          e);
    }
  }
}
