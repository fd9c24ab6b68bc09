package dev.reprise.client.stream;

import dev.reprise.client.http.ApiRequest;
import dev.reprise.client.http.Operation;
import dev.reprise.client.http.Pause;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.RepriseException;
import dev.reprise.client.http.RetryPolicy;
import dev.reprise.client.http.Transport;
import dev.reprise.client.http.UnreachableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Reads the events of one run to the end of the run, over as many connections as that takes. After
 * a break it reconnects and names the last event that it has read, so that none is missed or comes
 * twice. It never gives up on a server that it has reached before. Tested by {@code FollowTest}.
 */
final class EventFeed {

  private static final Duration DEFAULT_DELAY = Duration.ofSeconds(2);
  private static final Duration LONGEST_DELAY = Duration.ofSeconds(5);
  private static final int NO_CONTENT = 204;
  private static final Set<Integer> PASSING = Set.of(429, 503);

  private final Transport transport;
  private final UUID run;
  private final ConnectionListener listener;
  private long position;
  private boolean wasConnected;
  private int failures;
  private RetryPolicy delays = new RetryPolicy(1, DEFAULT_DELAY, LONGEST_DELAY);

  /**
   * @param after the number of the last event that is known already
   */
  EventFeed(Transport transport, UUID run, long after, ConnectionListener listener) {
    this.transport = transport;
    this.run = run;
    this.position = after;
    this.listener = listener;
  }

  /** Takes an event. */
  interface Sink {
    void accept(Event event) throws InterruptedException;
  }

  /**
   * Reads until the server says that there are no more events.
   *
   * @throws RepriseException if the server refuses, or was never reached, as often as it is to be
   *     tried
   */
  void read(Sink sink, Pause pause) throws RepriseException, InterruptedException {
    while (true) {
      long before = position;
      String why = "the stream has ended";
      Optional<Duration> delay = Optional.empty();
      try {
        if (readOnce(sink)) {
          return;
        }
        if (position > before) {
          continue; // a stream ends with its run: the next answer says whether this one did
        }
      } catch (IOException e) {
        if (Thread.interrupted() || e.getCause() instanceof InterruptedException) {
          throw new InterruptedException("cancelled"); // nothing was lost
        }
        why = "the connection was lost";
      } catch (UnreachableException e) {
        if (!wasConnected && failures + 1 >= transport.policy().attemptsToReach()) {
          throw e;
        }
        why = e.getMessage();
      } catch (ProblemException e) {
        if (!PASSING.contains(e.problem().status())) {
          throw e;
        }
        why = e.getMessage();
        delay = e.problem().retryAfter();
      }
      failures++;
      Duration next = delay.orElseGet(() -> delays.delayAfter(failures));
      listener.lost(why, next);
      pause.sleep(next);
    }
  }

  /** Reads one stream to its end; returns whether there was nothing more to come. */
  private boolean readOnce(Sink sink) throws RepriseException, IOException, InterruptedException {
    HttpResponse<InputStream> response = transport.open(request(), IdleTimeout.LIMIT);
    try (InputStream stream = response.body();
        var idle = new IdleTimeout(stream, IdleTimeout.LIMIT)) {
      if (response.statusCode() == NO_CONTENT) {
        return true;
      }
      wasConnected = true;
      failures = 0;
      listener.connected();
      var reader = new ServerSentEventReader(stream, idle::heard);
      while (true) {
        Optional<ServerSentEvent> sent = reader.next();
        reader.retry().ifPresent(delay -> delays = delays.startingWith(delay));
        if (sent.isEmpty()) {
          return false;
        }
        give(Event.of(sent.get()), sink);
      }
    }
  }

  private void give(Event event, Sink sink) throws InterruptedException {
    if (!event.isRecorded()) {
      sink.accept(event);
    } else if (event.sequence().getAsLong() > position) {
      sink.accept(event);
      position = event.sequence().getAsLong();
    }
  }

  private ApiRequest request() {
    ApiRequest request =
        ApiRequest.of(Operation.LIST_EVENTS, run).header("Accept", "text/event-stream");
    return position == 0 ? request : request.header("Last-Event-ID", Long.toString(position));
  }
}
