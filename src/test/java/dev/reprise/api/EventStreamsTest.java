package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.execution.ManualClock;
import dev.reprise.platform.Endpoints;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server keeps so many streams and no more, and none of them for ever. */
class EventStreamsTest {

  private static final long ALL = Long.MAX_VALUE / 2;
  private static final Duration LIFE = Duration.ofMinutes(30);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final FollowedRun run = new FollowedRun(clock);
  private final Doors doors = new Doors();
  private final EventStreams streams =
      new EventStreams(new StreamSettings(3, LIFE, PATIENCE), doors, clock);
  private final List<ClientConnection> clients = new ArrayList<>();

  @Test
  void hasAsManyPlacesAsTheServerAllows() {
    EventStreams.Place first = streams.take();
    streams.take();
    streams.take();

    assertRefused(ProblemType.TOO_MANY_STREAMS);

    first.close();
    first.close(); // as often as one likes
    streams.take();
    assertRefused(ProblemType.TOO_MANY_STREAMS);
  }

  @Test
  void closesBehindWhatWaitsWhenTheServerShutsDown() {
    open();
    ClientConnection slow = new ClientConnection();
    EventStream waiting = run.stream(0, slow);
    streams.add(waiting);

    doors.close();
    streams.tend();

    assertThat(clients).allMatch(ClientConnection::isClosed);
    assertThat(slow.isClosed()).as("one whose snapshot waits").isFalse();
    slow.takes(waiting, ALL);
    assertThat(slow.blocks()).containsExactly("event: snapshot");
    assertThat(slow.isClosed()).isTrue();
    assertRefused(ProblemType.SHUTTING_DOWN);
  }

  @Test
  void endsWhatIsOldSoThatItsClientHasToLogInAgain() {
    for (int i = 0; i < 50; i++) {
      open();
    }
    clock.moveTo(clock.instant().plus(LIFE));
    streams.tend();
    assertThat(clients).noneMatch(ClientConnection::isClosed);

    clock.moveTo(clock.instant().plusSeconds(1));
    open();
    streams.tend();
    assertThat(clients.stream().filter(ClientConnection::isClosed)).hasSize(20);

    streams.tend();
    streams.tend();
    assertThat(clients.subList(0, 50)).allMatch(ClientConnection::isClosed);
    assertThat(clients.getLast().isClosed()).as("the new one").isFalse();
  }

  @Test
  void namesTheSettingThatCannotWork() {
    assertThatThrownBy(() -> new StreamSettings(-1, LIFE, PATIENCE))
        .hasMessageContaining("reprise.streams.max ");
    assertThatThrownBy(() -> new StreamSettings(1, Duration.ZERO, PATIENCE))
        .hasMessageContaining("reprise.streams.max-life");
    assertThatThrownBy(() -> new StreamSettings(1, LIFE, Duration.ofSeconds(-1)))
        .hasMessageContaining("reprise.streams.patience");
  }

  private void assertRefused(ProblemType type) {
    assertThatThrownBy(streams::take)
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.type()).isEqualTo(type));
  }

  private void open() {
    var client = new ClientConnection();
    EventStream stream = run.stream(0, client);
    client.takes(stream, ALL);
    clients.add(client);
    streams.add(stream);
  }

  private static final class Doors extends Endpoints {

    private boolean areOpen = true;

    void close() {
      areOpen = false;
    }

    @Override
    public boolean areOpen() {
      return areOpen;
    }
  }
}
