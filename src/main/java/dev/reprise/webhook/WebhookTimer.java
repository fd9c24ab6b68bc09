package dev.reprise.webhook;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
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

/** Ticks. The rows hold what is due, so the next tick, here or on another server, does the rest. */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class WebhookTimer {

  private static final System.Logger LOG = System.getLogger(WebhookTimer.class.getName());
  private static final String SEND = "webhooks";
  private static final String DELETE = "ended deliveries";
  private static final Duration BETWEEN_DELETIONS = Duration.ofMinutes(1);

  @Resource TimerService timers;
  @Inject WebhookSettings settings;
  @Inject WebhookDispatcher dispatcher;
  @Inject EndedDeliveries ended;

  private boolean isReported;

  @PostConstruct
  void start() {
    if (settings.enabled) {
      every(settings.interval, SEND);
    } else {
      LOG.log(INFO, "reprise.webhooks.enabled is false: this server delivers to no webhook");
    }
    every(BETWEEN_DELETIONS, DELETE);
  }

  private void every(Duration interval, String what) {
    timers.createIntervalTimer(
        interval.toMillis(), interval.toMillis(), new TimerConfig(what, false));
  }

  @Timeout
  void tick(Timer timer) {
    if (SEND.equals(timer.getInfo())) {
      send();
    } else {
      delete();
    }
  }

  /** An outage is reported once, not every second. */
  private void send() {
    try {
      dispatcher.dispatch();
      isReported = false;
    } catch (WebhooksUnavailableException e) {
      if (!isReported) {
        LOG.log(WARNING, "webhooks: due events cannot be read; each poll tries again", e);
        isReported = true;
      }
    }
  }

  private void delete() {
    try {
      int deleted = ended.delete(settings.keep);
      if (deleted > 0) {
        LOG.log(
            INFO,
            "webhooks: %d deliveries that ended more than %s ago are deleted"
                .formatted(deleted, settings.keep));
      }
    } catch (WebhooksUnavailableException e) {
      LOG.log(WARNING, "webhooks: old deliveries could not be deleted; the next try follows", e);
    }
  }

  @PreDestroy
  void stop() {
    dispatcher.stop();
  }
}
