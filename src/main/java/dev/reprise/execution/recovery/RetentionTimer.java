package dev.reprise.execution.recovery;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRuns;
import dev.reprise.execution.job.ErasedRunCleanup;
import dev.reprise.operations.retention.Retention;
import dev.reprise.operations.retention.RetentionPlan;
import dev.reprise.operations.retention.RetentionRules;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Erases runs by the retention rules, one pass per interval, the first one interval after the
 * start; and cleans up after all erased runs, however they were erased. Tested by {@code
 * RetentionIT}.
 */
@Startup
@Singleton(name = "RetentionTimer")
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class RetentionTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(RetentionTimer.class.getName());

  /** Cheap if nothing is left to remove: one query on an empty table. */
  private static final Duration CLEANUP_INTERVAL = Duration.ofSeconds(5);

  private static final Setting<Duration> INTERVAL =
      Setting.of("reprise.retention.interval", SettingType.duration("PT1S"), "PT1H")
          .means("how often runs are erased; the first time one interval after the server's start");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("retention", INTERVAL);
    }
  }

  @Inject Retention retention;
  @Inject RetentionRules rules;
  @Inject ErasedRunCleanup cleanup;
  @Inject ActiveRuns active;

  @Inject Config config;

  @PostConstruct
  void start() {
    Duration interval = INTERVAL.get(config);
    cleanup.endUnstartedJobs(); // before this server starts any
    every(CLEANUP_INTERVAL, "leftovers of erased runs", this::cleanUp);
    every(interval, "retention", this::erase);
    if (rules.endAny()) {
      LOG.log(INFO, "retention: %s; the first pass is in %s".formatted(rules, interval));
    }
  }

  private void cleanUp() {
    cleanup.remove(active::isShuttingDown);
  }

  private void erase() {
    if (rules.endAny()) {
      pass();
    }
    cleanUp();
    cleanup.endUnstartedJobs();
    cleanup.sweepBlobs();
  }

  /** Executes plans as long as there are more runs to erase than one plan holds. */
  private void pass() {
    try {
      RetentionPlan plan;
      Retention.PlanResult done;
      do {
        plan = retention.plan(Optional.empty());
        done = retention.execute(plan, active::isShuttingDown);
        LOG.log(
            INFO,
            "retention: %d runs erased, %d cancelled, %d skipped that changed or were forked meanwhile, %d kept although the rules would erase them%s"
                .formatted(
                    done.erased().size(),
                    done.cancelled().size(),
                    done.skipped().size(),
                    plan.kept().size(),
                    plan.more() ? "; there are more" : ""));
      } while (plan.more() && !done.isEmpty() && !active.isShuttingDown());
    } catch (RuntimeException e) {
      LOG.log(WARNING, "retention: the pass was cut off; the next one continues", e);
    }
  }
}
