package dev.reprise.execution.job;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.execution.ActiveRuns;
import dev.reprise.run.retention.Retention;
import dev.reprise.run.retention.RetentionPlan;
import dev.reprise.run.retention.RetentionRules;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.Timer;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Lets go of runs as the rules say, one pass an interval, the first an interval behind the start;
 * and removes what is left of erased runs, whoever had them erased.
 */
@Startup
@Singleton(name = "RetentionTimer")
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class RetentionTimer {

  private static final System.Logger LOG = System.getLogger(RetentionTimer.class.getName());

  private static final String PASS = "retention";
  private static final String LEFTOVERS = "leftovers";

  /** Cheap where there is nothing left: one look into an empty table. */
  private static final Duration LOOK = Duration.ofSeconds(5);

  private static final Duration SHORTEST = Duration.ofSeconds(1);

  @Resource TimerService timers;
  @Inject Retention retention;
  @Inject RetentionRules rules;
  @Inject ErasedRunCleanup leftovers;
  @Inject ActiveRuns inHand;

  @Inject
  @ConfigProperty(name = "reprise.retention.interval", defaultValue = "PT1H")
  Duration interval;

  @PostConstruct
  void start() {
    if (interval.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "reprise.retention.interval is at least %s, not %s".formatted(SHORTEST, interval));
    }
    leftovers.removeUnstartedJobs(); // before this server starts any
    schedule(LEFTOVERS, LOOK);
    schedule(PASS, interval);
    if (rules.letGo()) {
      LOG.log(INFO, "retention: %s; the first pass is in %s".formatted(rules, interval));
    }
  }

  private void schedule(String what, Duration every) {
    long millis = every.toMillis();
    timers.createIntervalTimer(millis, millis, new TimerConfig(what, false));
  }

  @Timeout
  void tick(Timer timer) {
    boolean isPass = PASS.equals(timer.getInfo());
    if (isPass && rules.letGo()) {
      pass();
    }
    leftovers.remove(inHand::isShuttingDown);
    if (isPass) {
      leftovers.removeUnstartedJobs();
      leftovers.sweepBlobs();
    }
  }

  /** Plan by plan, as long as there are more to erase than one holds. */
  private void pass() {
    try {
      RetentionPlan plan;
      Retention.Pass done;
      do {
        plan = retention.plan(Optional.empty());
        done = retention.carryOut(plan, inHand::isShuttingDown);
        LOG.log(
            INFO,
            "retention: %d runs erased, %d skipped that moved on, %d kept though the rules let them go%s"
                .formatted(
                    done.erased().size(),
                    done.skipped().size(),
                    plan.kept().size(),
                    plan.more() ? "; there are more" : ""));
      } while (plan.more() && !done.erased().isEmpty() && !inHand.isShuttingDown());
    } catch (RuntimeException e) {
      LOG.log(WARNING, "retention: the pass was cut off; the next one goes on", e);
    }
  }
}
