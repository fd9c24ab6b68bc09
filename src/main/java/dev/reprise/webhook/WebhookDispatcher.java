package dev.reprise.webhook;

import static java.lang.System.Logger.Level.DEBUG;
import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.platform.ExecutionThreads.ForWorkers;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.resilience.BackOff;
import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.Fault;
import dev.reprise.resilience.Jitter;
import dev.reprise.resilience.RetryPolicy;
import dev.reprise.webhook.ClaimedDelivery.Receiver;
import dev.reprise.webhook.WebhookSender.Sent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.random.RandomGenerator;

/**
 * Sends what is due, many events at a time, and records how each attempt ended. Webhooks that do
 * not answer occupy only their own share of the places, and that of their tenant.
 *
 * <p>An attempt whose end cannot be recorded is repeated when its claim has expired: a receiver may
 * get an event more than once.
 */
@ApplicationScoped
class WebhookDispatcher {

  private static final System.Logger LOG = System.getLogger(WebhookDispatcher.class.getName());

  private final DeliveryQueue queue;
  private final WebhookSender sender;
  private final ExecutorService threads;
  private final Clock clock;
  private final Timing timing;
  private final RetryPolicy retries;
  private final DeliveryPlaces places;
  private final RandomGenerator random = RandomGenerator.of("L64X128MixRandom");
  private final Set<UUID> failing = ConcurrentHashMap.newKeySet();

  private volatile boolean stopping;

  @Inject
  WebhookDispatcher(
      DeliveryQueue queue,
      WebhookSender sender,
      @ForWorkers ExecutorService threads,
      WebhookSettings settings,
      Clock clock) {
    this(
        queue,
        sender,
        threads,
        clock,
        new Timing(
            settings.lease(), settings.retryDelay, settings.maxRetryDelay, settings.retryFor),
        new DeliveryPlaces(settings.concurrency, settings.concurrencyOfWebhook()));
  }

  WebhookDispatcher(
      DeliveryQueue queue,
      WebhookSender sender,
      ExecutorService threads,
      Clock clock,
      Timing timing,
      DeliveryPlaces places) {
    this.queue = queue;
    this.sender = sender;
    this.threads = threads;
    this.clock = clock;
    this.timing = timing;
    this.places = places;
    this.retries =
        new RetryPolicy(
                Integer.MAX_VALUE,
                BackOff.exponential(timing.retryDelay()),
                timing.maxRetryDelay(),
                Jitter.plusMinus(0.2))
            .retryAfterAny();
  }

  /** See {@link WebhookSettings}. */
  record Timing(Duration lease, Duration retryDelay, Duration maxRetryDelay, Duration retryFor) {}

  /**
   * Starts the delivery of what is due, as far as there are places; does not wait for it.
   *
   * @throws DatabaseException if the database fails
   */
  void dispatch() {
    if (stopping || places.isFull()) {
      return;
    }
    for (Receiver receiver : places.inTurn(queue.receivers())) {
      int free = places.take(receiver);
      if (free > 0) {
        dispatch(receiver, free);
      }
    }
  }

  private void dispatch(Receiver receiver, int free) {
    int used = 0;
    try {
      for (ClaimedDelivery claimed : queue.claim(receiver, timing.lease(), free)) {
        threads.execute(() -> deliverAndContinue(claimed));
        used++;
      }
    } finally {
      places.free(receiver, free - used);
    }
  }

  /** Starts no more deliveries; what is open ends here, or on another server after its claim. */
  void stop() {
    stopping = true;
  }

  private void deliverAndContinue(ClaimedDelivery delivery) {
    try {
      deliver(delivery);
    } finally {
      places.free(delivery.receiver(), 1);
    }
    try {
      dispatch();
    } catch (DatabaseException e) {
      LOG.log(DEBUG, "webhooks: due events cannot be read; the next poll tries again", e);
    }
  }

  private void deliver(ClaimedDelivery delivery) {
    try {
      record(delivery, sender.send(delivery));
    } catch (JournalUnavailableException | DatabaseException e) {
      LOG.log(
          WARNING,
          "%s: the database failed; it is sent again in %s"
              .formatted(name(delivery), timing.lease()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server stops; another one sends it again
    }
  }

  private void record(ClaimedDelivery delivery, Sent sent) {
    if (sent.isAccepted()) {
      queue.delivered(delivery, sent.answer());
      if (failing.remove(delivery.receiver().webhook())) {
        LOG.log(INFO, "%s: delivered; the webhook works again".formatted(name(delivery)));
      }
      return;
    }
    switch (next(delivery, sent)) {
      case RetryPolicy.Again(Duration delay) -> retry(delivery, sent, delay);
      case RetryPolicy.Stop ignored -> giveUp(delivery, sent);
    }
  }

  private RetryPolicy.Decision next(ClaimedDelivery delivery, Sent sent) {
    Optional<Duration> wait =
        sent.retryAfter()
            .map(it -> it.compareTo(timing.maxRetryDelay()) > 0 ? timing.maxRetryDelay() : it);
    var fault = new Fault(FailureClass.SERVER_ERROR, error(sent), wait);
    Duration left = Duration.between(clock.instant(), delivery.begunAt().plus(timing.retryFor()));
    return retries.after(delivery.attempt(), fault, Optional.of(left), random);
  }

  private void retry(ClaimedDelivery delivery, Sent sent, Duration delay) {
    if (queue.retry(delivery, delay, sent.answer())) {
      // one line when a webhook begins to fail, however many events fail then
      LOG.log(
          failing.add(delivery.receiver().webhook()) ? WARNING : DEBUG,
          "%s: attempt %d failed, the next one is in %s, until %s after the first: %s"
              .formatted(
                  name(delivery), delivery.attempt(), delay, timing.retryFor(), error(sent)));
    }
  }

  private void giveUp(ClaimedDelivery delivery, Sent sent) {
    if (queue.giveUp(delivery, sent.answer())) {
      failing.add(delivery.receiver().webhook());
      LOG.log(
          WARNING,
          "%s: given up after %d attempts; later events follow, this one only after :redeliver: %s"
              .formatted(name(delivery), delivery.attempt(), error(sent)));
    }
  }

  private static String error(Sent sent) {
    return sent.answer().error().orElse("");
  }

  private static String name(ClaimedDelivery delivery) {
    return "webhook %s of tenant %s, run %s: event %d, %s"
        .formatted(
            delivery.receiver().webhook(),
            delivery.subject().tenant(),
            delivery.id().run(),
            delivery.id().sequence(),
            delivery.event().eventName());
  }
}
