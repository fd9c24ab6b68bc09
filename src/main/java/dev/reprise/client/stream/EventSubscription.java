package dev.reprise.client.stream;

import dev.reprise.client.http.RepriseException;
import java.time.Duration;
import java.util.concurrent.Flow;

/** Delivers the events of one run to one subscriber, on a virtual thread of its own. */
final class EventSubscription implements Flow.Subscription {

  private final Flow.Subscriber<? super Event> subscriber;
  private final EventFeed feed;
  private final Demand demand = new Demand();
  private final Thread thread = Thread.ofVirtual().unstarted(this::deliverAll);
  private volatile boolean isCancelled;

  private EventSubscription(Flow.Subscriber<? super Event> subscriber, EventFeed feed) {
    this.subscriber = subscriber;
    this.feed = feed;
  }

  static void start(Flow.Subscriber<? super Event> subscriber, EventFeed feed) {
    var subscription = new EventSubscription(subscriber, feed);
    subscriber.onSubscribe(subscription);
    subscription.thread.start();
  }

  private void deliverAll() {
    try {
      feed.read(this::deliver, this::sleep);
    } catch (InterruptedException e) {
      return; // by cancel: the subscriber wants to hear no more
    } catch (RepriseException | RuntimeException e) {
      if (!isCancelled) {
        subscriber.onError(e);
      }
      return;
    }
    if (!isCancelled) {
      subscriber.onComplete();
    }
  }

  private void deliver(Event event) throws InterruptedException {
    demand.take();
    throwIfCancelled();
    subscriber.onNext(event);
  }

  private void sleep(Duration time) throws InterruptedException {
    throwIfCancelled();
    Thread.sleep(time);
  }

  private void throwIfCancelled() throws InterruptedException {
    if (isCancelled) {
      throw new InterruptedException("cancelled");
    }
  }

  /**
   * Asks for more events.
   *
   * @param count at least 1; with less the subscription ends with an error, as the contract of
   *     {@link Flow} says
   */
  @Override
  public void request(long count) {
    if (count > 0) {
      demand.add(count);
      return;
    }
    cancel();
    subscriber.onError(new IllegalArgumentException("at least one event must be requested"));
  }

  @Override
  public void cancel() {
    isCancelled = true;
    thread.interrupt();
  }
}
