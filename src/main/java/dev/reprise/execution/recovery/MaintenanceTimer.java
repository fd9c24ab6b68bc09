package dev.reprise.execution.recovery;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRuns;
import dev.reprise.operations.maintenance.Maintenance;
import dev.reprise.operations.maintenance.MaintenanceMode;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.queue.QueueSignal;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;

/**
 * Ticks. While this server is in maintenance, its runs stop after their current step, so that other
 * servers carry them out; once that ends, its dispatcher looks for work at once. Nothing new is
 * started meanwhile, see {@link MaintenanceMode#isOn}.
 */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class MaintenanceTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(MaintenanceTimer.class.getName());

  /** With the time for which the mode may be known, below a second. */
  private static final Duration INTERVAL = Duration.ofMillis(400);

  @Inject MaintenanceMode maintenance;
  @Inject ActiveRuns active;
  @Inject QueueSignal due;

  private boolean wasOn;

  /** Whether the log has said that no run is left. */
  private boolean isDrained;

  @PostConstruct
  void start() {
    atOnceAndEvery(INTERVAL, "maintenance", this::tick);
  }

  private void tick() {
    Optional<Maintenance> here = maintenance.here();
    here.ifPresentOrElse(this::drain, this::resume);
    wasOn = here.isPresent();
  }

  private void drain(Maintenance it) {
    if (!wasOn) {
      isDrained = false;
      LOG.log(
          WARNING,
          "maintenance by %s since %s (%s): this server takes no runs, and hands over its %d after their current step"
              .formatted(it.by(), it.at(), it.reason(), active.count()));
    }
    active.drain(); // also those that were about to start
    if (!isDrained && active.count() == 0) {
      isDrained = true;
      LOG.log(INFO, "maintenance: this server holds no run");
    }
  }

  private void resume() {
    if (wasOn) {
      LOG.log(INFO, "the maintenance has ended: this server takes runs again");
      due.fire();
    }
  }
}
