package dev.reprise.webhook;

import static java.lang.System.Logger.Level.INFO;

import dev.reprise.platform.IntervalTimer;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;

/** Ticks. The rows hold what is due, so the next tick, here or on another server, does the rest. */
@Startup
@Singleton
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class WebhookTimer extends IntervalTimer {

  private static final System.Logger LOG = System.getLogger(WebhookTimer.class.getName());
  private static final Duration BETWEEN_DELETIONS = Duration.ofMinutes(1);

  @Inject WebhookSettings settings;
  @Inject WebhookDispatcher dispatcher;
  @Inject EndedDeliveries ended;

  @PostConstruct
  void start() {
    if (settings.enabled) {
      every(settings.interval, "webhooks", dispatcher::dispatch);
    } else {
      LOG.log(INFO, "reprise.webhooks.enabled is false: this server delivers to no webhook");
    }
    every(BETWEEN_DELETIONS, "ended deliveries", this::delete);
  }

  private void delete() {
    int deleted = ended.delete(settings.keep);
    if (deleted > 0) {
      LOG.log(
          INFO,
          "webhooks: %d deliveries that ended more than %s ago are deleted"
              .formatted(deleted, settings.keep));
    }
  }

  @PreDestroy
  void stop() {
    dispatcher.stop();
  }
}
