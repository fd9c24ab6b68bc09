package dev.reprise.statistics;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** Saves what this server has counted, and deletes what is old. */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class StatisticsTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(StatisticsTimer.class.getName());

  /** A server that is killed loses what it has counted in this time. */
  private static final Duration INTERVAL = Duration.ofSeconds(10);

  @Inject RunStatistics statistics;
  @Inject Config config;

  @PostConstruct
  void start() {
    Duration keep = StatisticsSettings.KEEP.get(config);
    every(INTERVAL, "statistics", statistics::save);
    every(Duration.ofHours(6), "old statistics", () -> statistics.prune(keep));
  }

  @PreDestroy
  void save() {
    try {
      statistics.save();
    } catch (DatabaseException e) {
      LOG.log(WARNING, "what was counted in the last seconds could not be written", e);
    }
  }
}
