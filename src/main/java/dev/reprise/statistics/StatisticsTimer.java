package dev.reprise.statistics;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
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

  private static final Setting<Duration> KEEP =
      Setting.of("reprise.statistics.keep", SettingType.duration("P8D"), "P400D")
          .means("how long the [statistics](api.md#statistics) of each hour are kept");

  /** Declares the setting. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("retention", KEEP);
    }
  }

  @Inject RunStatistics statistics;
  @Inject Config config;

  @PostConstruct
  void start() {
    Duration keep = KEEP.get(config);
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
