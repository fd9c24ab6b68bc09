package dev.reprise.client.stream;

import dev.reprise.client.http.Transport;
import java.util.UUID;
import java.util.concurrent.Flow;

/**
 * Publishes the events of a run up to its end: recorded ones in order and once each, and among them
 * what is not recorded, such as the pieces of a reply that is arriving.
 *
 * <p>Each subscriber has a connection of its own. If that is lost, it reconnects for as long as it
 * takes; if the server was never reached, or refuses, the subscriber gets an error.
 *
 * @param after the number of the last event that is known already; 0 for all
 */
public record EventPublisher(Transport transport, UUID run, long after, ConnectionListener listener)
    implements Flow.Publisher<Event> {

  @Override
  public void subscribe(Flow.Subscriber<? super Event> subscriber) {
    EventSubscription.start(subscriber, new EventFeed(transport, run, after, listener));
  }
}
