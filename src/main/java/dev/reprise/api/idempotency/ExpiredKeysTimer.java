package dev.reprise.api.idempotency;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.WARNING;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;

/** Removes keys of requests whose time is over. */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class ExpiredKeysTimer {

  private static final System.Logger LOG = System.getLogger(ExpiredKeysTimer.class.getName());
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  @Resource TimerService timers;
  @Inject IdempotencyKeys requests;
  @Inject DedupeKeys submissions;

  @PostConstruct
  void start() {
    long millis = INTERVAL.toMillis();
    timers.createIntervalTimer(millis, millis, new TimerConfig("keys of requests", false));
  }

  @Timeout
  void tick() {
    try {
      int removed = requests.removeExpired() + submissions.removeExpired();
      LOG.log(DEBUG, "keys of requests: %d were removed, whose time was over".formatted(removed));
    } catch (IllegalStateException e) {
      LOG.log(WARNING, "keys of requests: old ones were not removed; the next try follows", e);
    }
  }
}
