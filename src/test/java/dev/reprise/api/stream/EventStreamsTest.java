package dev.reprise.api.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.LogLines;
import dev.reprise.model.ReplyStreams;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.redaction.Redaction;
import dev.reprise.platform.server.HttpEndpoints;
import dev.reprise.tool.call.LiveCallProgress;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server keeps a limited number of streams open, each for a limited time. */
class EventStreamsTest {

  private static final long ALL = Long.MAX_VALUE / 2;
  private static final Duration LIFE = Duration.ofMinutes(5);

  private final ManualClock clock = new ManualClock(Instant.EPOCH);
  private final FollowedRun run = new FollowedRun(clock);
  private final Doors doors = new Doors();
  private final EventStreams streams = streams(Map.of("reprise.streams.max", "3"));
  private final List<ClientConnection> clients = new ArrayList<>();

  @Test
  void hasAsManyPlacesAsTheServerAllows() {
    EventStreams.Place first = streams.take("acme");
    streams.take("acme");
    streams.take("acme");

    assertRefused(ProblemType.TOO_MANY_STREAMS);

    first.close();
    first.close(); // closing it again has no effect
    streams.take("acme");
    assertRefused(ProblemType.TOO_MANY_STREAMS);
  }

  @Test
  void closesStreamsAfterWhatWaitsWhenTheServerShutsDown() {
    open();
    ClientConnection slow = new ClientConnection();
    EventStream waiting = run.stream(0, slow);
    streams.add(waiting);

    doors.close();
    streams.checkClients();

    assertThat(clients).allMatch(ClientConnection::isClosed);
    assertThat(slow.isClosed()).as("one whose snapshot waits").isFalse();
    slow.takes(waiting, ALL);
    assertThat(slow.blocks()).containsExactly("event: snapshot");
    assertThat(slow.isClosed()).isTrue();
    assertRefused(ProblemType.SHUTTING_DOWN);
  }

  @Test
  void endsOldStreamsSoThatTheirClientsLogInAgain() {
    for (int i = 0; i < 50; i++) {
      open();
    }
    clock.moveTo(clock.instant().plus(LIFE));
    streams.checkClients();
    assertThat(clients).noneMatch(ClientConnection::isClosed);

    clock.moveTo(clock.instant().plusSeconds(1));
    open();
    streams.checkClients();
    assertThat(clients.stream().filter(ClientConnection::isClosed)).hasSize(20);

    streams.checkClients();
    streams.checkClients();
    assertThat(clients.subList(0, 50)).allMatch(ClientConnection::isClosed);
    assertThat(clients.getLast().isClosed()).as("the new one").isFalse();
  }

  @Test
  void keepsPlacesForOtherTenants() {
    var shared = streams(Map.of("reprise.streams.max", "3", "reprise.streams.max-of-tenant", "2"));
    EventStreams.Place first = shared.take("acme");
    shared.take("acme");

    assertThatThrownBy(() -> shared.take("acme"))
        .hasMessageContaining("2 streams of one tenant")
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> assertThat(refusal.type()).isEqualTo(ProblemType.TOO_MANY_STREAMS));

    shared.take("globex");
    first.close();
    shared.take("acme");
    assertThatThrownBy(() -> shared.take("globex"))
        .hasMessageContaining("keeps at most 3 streams open");
  }

  @Test
  void givesATenantAQuarterWhereThereAreSeveral() {
    assertThat(settings(Map.of()).maxOfTenant).isEqualTo(1000);
    assertThat(settings(Map.of("reprise.tenant.pattern", "[^@]+@(.+)")).maxOfTenant).isEqualTo(250);
    assertThat(
            settings(Map.of("reprise.tenant.pattern", "[^@]+@(.+)", "reprise.streams.max", "2"))
                .maxOfTenant)
        .isEqualTo(1);
  }

  /** On Derby a read of many runs and a claim of one may wait for each other. */
  @SuppressWarnings("NullAway") // the heads are read first
  @ParameterizedTest
  @CsvSource({"40001, 0", "08006, 1"})
  void warnsOfADatabaseThatDoesNotAnswerAndNotOfADeadlock(String state, int warnings) {
    open();
    var failing =
        new StreamPump(
            ids -> {
              throw new DatabaseException(new SQLException("for a test", state));
            },
            null,
            id -> null);
    try (var log = new LogLines(EventStreams.class)) {
      streams.feed(failing);
      streams.feed(failing);

      assertThat(log.all()).hasSize(warnings);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "reprise.streams.max, -1",
    "reprise.streams.max-of-tenant, 0",
    "reprise.streams.max-life, PT0S",
    "reprise.streams.patience, PT-1S"
  })
  void namesTheInvalidSetting(String property, String value) {
    assertThatThrownBy(() -> settings(Map.of(property, value)))
        .hasMessageContaining(property + " ");
  }

  @SuppressWarnings("NullAway") // only the task that polls reads the database, and none runs here
  private EventStreams streams(Map<String, String> properties) {
    return new EventStreams(
        null,
        null,
        new ReplyStreams(Redaction.none()),
        new LiveCallProgress(Redaction.none()),
        settings(properties),
        doors,
        clock);
  }

  private static StreamSettings settings(Map<String, String> properties) {
    return new StreamSettings(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(properties, "test", 100))
            .build());
  }

  private void assertRefused(ProblemType type) {
    assertThatThrownBy(() -> streams.take("acme"))
        .isInstanceOfSatisfying(
            ProblemException.class, refusal -> assertThat(refusal.type()).isEqualTo(type));
  }

  private void open() {
    var client = new ClientConnection();
    EventStream stream = run.stream(0, client);
    client.takes(stream, ALL);
    clients.add(client);
    streams.add(stream);
  }

  private static final class Doors extends HttpEndpoints {

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
