package dev.reprise.api.idempotency;

import static java.lang.System.Logger.Level.DEBUG;

import dev.reprise.platform.IntervalTimer;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;

/** Removes keys of requests whose time is over. */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class ExpiredKeysTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(ExpiredKeysTimer.class.getName());
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  @Inject IdempotencyKeys requests;
  @Inject DedupeKeys submissions;

  @PostConstruct
  void start() {
    every(INTERVAL, "keys of requests", this::remove);
  }

  private void remove() {
    int removed = requests.removeExpired() + submissions.removeExpired();
    LOG.log(DEBUG, "keys of requests: %d were removed, whose time was over".formatted(removed));
  }
}
