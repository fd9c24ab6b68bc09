package dev.reprise.cli.watch;

import dev.reprise.client.http.RepriseException;
import dev.reprise.client.stream.Event;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A subscriber from which one thread takes events. */
final class EventQueue implements Flow.Subscriber<Event>, AutoCloseable {

  private static final int AHEAD = 64;

  private final BlockingQueue<Signal> signals = new LinkedBlockingQueue<>();
  private volatile Flow.@Nullable Subscription subscription;

  /** What a publisher says. */
  private sealed interface Signal {
    record Next(Event event) implements Signal {}

    record Failed(Throwable cause) implements Signal {}

    record Completed() implements Signal {}
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    given.request(AHEAD);
  }

  @Override
  public void onNext(Event event) {
    signals.add(new Signal.Next(event));
  }

  @Override
  public void onError(Throwable cause) {
    signals.add(new Signal.Failed(cause));
  }

  @Override
  public void onComplete() {
    signals.add(new Signal.Completed());
  }

  /**
   * Waits for the next event, and returns it, or empty at the end.
   *
   * @throws TimeoutException if none comes within the limit
   * @throws RepriseException if the server refuses or was never reached
   */
  Optional<Event> next(Duration limit)
      throws InterruptedException, TimeoutException, RepriseException {
    Signal signal = signals.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
    if (signal == null) {
      throw new TimeoutException("no event came within " + limit);
    }
    return switch (signal) {
      case Signal.Next(var event) -> {
        request();
        yield Optional.of(event);
      }
      case Signal.Completed() -> Optional.empty();
      case Signal.Failed(RepriseException refused) -> throw refused;
      case Signal.Failed(var cause) -> throw new IllegalStateException(cause);
    };
  }

  private void request() {
    Flow.Subscription current = subscription;
    if (current != null) {
      current.request(1);
    }
  }

  @Override
  public void close() {
    Flow.Subscription current = subscription;
    if (current != null) {
      current.cancel();
    }
  }
}
