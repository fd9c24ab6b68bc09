package dev.reprise.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.client.http.ProblemException;
import dev.reprise.client.http.UnreachableException;
import dev.reprise.client.stream.ConnectionListener;
import dev.reprise.client.stream.Event;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Following a run over connections that break. */
class FollowTest {

  private static final UUID RUN = UUID.fromString("0198a000-0000-7000-8000-000000000001");
  private static final String SOON = "retry: 5\n";
  private static final String SNAPSHOT = "event: snapshot\ndata: {\"sequence\": 0}\n\n";

  private final ScriptedServer server = new ScriptedServer();
  private final RepriseClient client =
      new RepriseClient(new Connection(server.address(), new Credentials.ApiKey("k")));
  private final Lost lost = new Lost();

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  @Test
  void itReconnectsFromTheLastEventUntilThereAreNoMore() {
    server
        .brokenEvents(SOON, SNAPSHOT, event(1, "run.submitted"), event(2, "run.admitted"))
        .events(SNAPSHOT, event(3, "run.completed"))
        .noMoreEvents();

    Taken taken = follow(0, Long.MAX_VALUE);
    taken.awaitEnd();

    assertThat(taken.error).isNull();
    assertThat(taken.recorded()).containsExactly(1L, 2L, 3L);
    assertThat(taken.events).extracting(Event::type).startsWith("snapshot", "run.submitted");
    assertThat(server.asked())
        .extracting(it -> it.header("Last-event-id"))
        .containsExactly(Optional.empty(), Optional.of("2"), Optional.of("3"));
    assertThat(server.asked())
        .allSatisfy(it -> assertThat(it.header("Accept")).contains("text/event-stream"));
  }

  @Test
  void itBeginsAfterTheEventThatIsKnown() {
    server.events(SOON, SNAPSHOT, event(8, "run.completed")).noMoreEvents();

    Taken taken = follow(7, Long.MAX_VALUE);
    taken.awaitEnd();

    assertThat(server.asked().getFirst().header("Last-event-id")).contains("7");
    assertThat(taken.recorded()).containsExactly(8L);
  }

  @Test
  void noEventComesTwiceAndNoneThatIsCutOff() {
    server
        .brokenEvents(SOON, event(1, "a"), event(2, "b"), "id: 3\nevent: c\ndata: {\"sequence\"")
        .events(event(2, "b"), event(3, "c"))
        .noMoreEvents();

    Taken taken = follow(0, Long.MAX_VALUE);
    taken.awaitEnd();

    assertThat(taken.recorded()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void itWaitsForAServerThatStartsAgain() {
    server
        .brokenEvents(SOON, event(1, "a"))
        .withoutApplication()
        .problemForAWhile(503, "shutting-down", 0)
        .events(event(2, "b"))
        .noMoreEvents();

    Taken taken = follow(0, Long.MAX_VALUE);
    taken.awaitEnd();

    assertThat(taken.error).isNull();
    assertThat(taken.recorded()).containsExactly(1L, 2L);
    assertThat(lost.delays.subList(0, 3))
        .as("the time that the stream names, doubled, and the time that the refusal names")
        .containsExactly(Duration.ofMillis(5), Duration.ofMillis(10), Duration.ZERO);
  }

  @Test
  void whoCancelsIsNotToldThatTheConnectionWasLost() {
    server.openEvents(SOON, SNAPSHOT, event(1, "run.submitted"));

    Taken taken = follow(0, Long.MAX_VALUE);
    await().until(() -> taken.recorded().equals(List.of(1L)));
    taken.subscription().cancel();

    await().during(Duration.ofMillis(300)).until(lost.delays::isEmpty);
  }

  @Test
  void aRefusalEndsIt() {
    server.problem(404, "not-found");

    Taken taken = follow(0, Long.MAX_VALUE);
    taken.awaitEnd();

    assertThat(taken.error)
        .isInstanceOfSatisfying(
            ProblemException.class, e -> assertThat(e.problem().status()).isEqualTo(404));
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void aServerThatWasNeverReachedEndsIt() {
    server.close();

    Taken taken = follow(0, Long.MAX_VALUE);
    taken.awaitEnd();

    assertThat(taken.error).isInstanceOf(UnreachableException.class);
  }

  @Test
  void aSubscriberGetsNoMoreThanItAsksFor() {
    server.events(SOON, event(1, "a"), event(2, "b"), event(3, "c")).noMoreEvents();

    Taken taken = follow(0, 2);
    await().atMost(Duration.ofSeconds(10)).until(() -> taken.events.size() == 2);
    await() // long enough for a third one to come
        .during(Duration.ofMillis(50))
        .until(taken::recorded, recorded -> recorded.equals(List.of(1L, 2L)));

    taken.subscription().request(5);
    taken.awaitEnd();
    assertThat(taken.recorded()).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aSubscriberThatCancelsHearsNothingMore() {
    server.brokenEvents(SOON, event(1, "a")).events(event(2, "b"));

    Taken taken = follow(0, 1);
    await().atMost(Duration.ofSeconds(10)).until(() -> taken.events.size() == 1);
    taken.subscription().cancel();

    await().during(Duration.ofMillis(50)).until(() -> !taken.isEnded);
    assertThat(taken.recorded()).containsExactly(1L);
  }

  private Taken follow(long after, long demand) {
    var taken = new Taken(demand);
    client.runs().follow(RUN, after, lost).subscribe(taken);
    return taken;
  }

  private static String event(long sequence, String type) {
    return "id: %d\nevent: %s\ndata: {\"sequence\": %d, \"type\": \"%s\", \"data\": {}}\n\n"
        .formatted(sequence, type, sequence, type);
  }

  /** Keeps how long the client waits. */
  private static final class Lost implements ConnectionListener {

    private final List<Duration> delays = new CopyOnWriteArrayList<>();

    @Override
    public void connected() {
      // the events show it
    }

    @Override
    public void lost(String why, Duration delay) {
      delays.add(delay);
    }
  }

  /** Takes events. */
  private static final class Taken implements Flow.Subscriber<Event> {

    private final long demand;
    private final List<Event> events = new CopyOnWriteArrayList<>();
    private volatile Flow.@Nullable Subscription subscription;
    private volatile @Nullable Throwable error;
    private volatile boolean isEnded;

    Taken(long demand) {
      this.demand = demand;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
      subscription = given;
      given.request(demand);
    }

    @Override
    public void onNext(Event event) {
      events.add(event);
    }

    @Override
    public void onError(Throwable cause) {
      error = cause;
      isEnded = true;
    }

    @Override
    public void onComplete() {
      isEnded = true;
    }

    Flow.Subscription subscription() {
      return Objects.requireNonNull(subscription, "it was given one");
    }

    List<Long> recorded() {
      return events.stream()
          .filter(Event::isRecorded)
          .map(it -> it.sequence().getAsLong())
          .toList();
    }

    void awaitEnd() {
      await().atMost(Duration.ofSeconds(20)).until(() -> isEnded);
    }
  }
}
