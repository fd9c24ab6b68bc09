package dev.reprise.platform.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.server.ServerLife.Status;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The contract of every database for the starts of servers. */
@EachDatabase
class ServerStartsTest {

  private final String name = "server-" + UUID.randomUUID();

  private static DataSource database() {
    return TestDatabases.current();
  }

  @Test
  void knowsThisStartAsAliveEvenWithoutAHeartbeat() throws SQLException {
    ServerIdentity server = server();
    ServerStarts starts = begun(server);
    silence(server);

    assertThat(starts.life(server.thisStart()).map(ServerLife::standing)).contains(Status.ALIVE);
  }

  @Test
  void knowsAnotherStartAsAliveUntilItIsSilentAndAsDeadWhenItEnded() throws SQLException {
    ServerIdentity server = server();
    ServerStarts starts = begun(server);
    var observer = new ServerStarts(new Database(database()), named("observer " + name));

    assertThat(standing(observer, server)).contains(Status.ALIVE);
    silence(server);
    assertThat(standing(observer, server)).contains(Status.SILENT);
    assertThat(starts.tell()).isTrue();
    assertThat(standing(observer, server)).contains(Status.ALIVE);
    starts.end();
    assertThat(standing(observer, server)).contains(Status.DEAD);
  }

  @Test
  void knowsAStartAsDeadIfItsServerStartedAgain() throws SQLException {
    ServerIdentity first = server();
    ServerStarts before = begun(first);
    ServerIdentity second = server();
    ServerStarts starts = begun(second);

    assertThat(standing(starts, first)).contains(Status.DEAD);
    assertThat(before.tell()).as("it learns that its place is taken").isFalse();
    assertThat(standing(starts, first)).contains(Status.DEAD);
  }

  @Test
  void findsOnlyANamesakeThatIsAlive() throws SQLException {
    ServerIdentity first = server();
    ServerStarts before = begun(first);
    begun(named(name + " the second"));
    var starts = new ServerStarts(new Database(database()), server());

    assertThat(starts.namesake()).isPresent();
    assertThat(before.namesake()).isEmpty();
    silence(first);
    assertThat(starts.namesake()).isEmpty();
    before.tell();
    assertThat(starts.namesake()).isPresent();
    before.end();
    assertThat(starts.namesake()).isEmpty();
  }

  @Test
  void knowsNothingOfAStartOfAnEarlierVersion() throws SQLException {
    assertThat(begun(server()).life(name + "#never")).isEmpty();
  }

  @Test
  void knowsWhatTheLastStartOfAServerTold() throws SQLException {
    begun(server());
    ServerIdentity server = server();
    ServerStarts starts = begun(server);
    var observer = new ServerStarts(new Database(database()), named("observer " + name));

    KnownServer first = known(observer);
    assertThat(first.report().version()).hasValueSatisfying(it -> assertThat(it).contains("."));
    assertThat(first.report().places()).contains(16);
    silence(server);
    starts.tell();
    KnownServer second = known(observer);
    assertThat(second.heardAt()).isAfterOrEqualTo(first.heardAt());
    assertThat(second.report().processorLoad())
        .hasValueSatisfying(it -> assertThat(it).isBetween(0, 100));
    assertThat(second.report().places()).contains(16);
  }

  @Test
  void expectsAServerBackThatHasNotEndedForAnHour() throws SQLException {
    ServerIdentity server = server();
    ServerStarts starts = begun(server);
    var observer = new ServerStarts(new Database(database()), named("observer " + name));

    silence(server);
    assertThat(known(observer).isExpected()).isTrue();
    silence(server, ServerStarts.EXPECTED.plusSeconds(1));
    assertThat(known(observer).isExpected()).isFalse();
    starts.tell();
    assertThat(known(observer).isExpected()).isTrue();
    starts.end();
    assertThat(known(observer).isExpected()).isFalse();
  }

  @Test
  void countsAnAnswerOfThisStartAsHeardNow() throws SQLException {
    ServerIdentity server = server();
    ServerStarts starts = begun(server);
    Instant begun = known(starts).heardAt();
    silence(server, Duration.ofDays(2));

    assertThat(known(starts).heardAt()).isAfterOrEqualTo(begun);
  }

  private static Optional<Status> standing(ServerStarts observer, ServerIdentity server)
      throws SQLException {
    return observer.life(server.thisStart()).map(ServerLife::standing);
  }

  private ServerStarts begun(ServerIdentity server) throws SQLException {
    var starts = new ServerStarts(new Database(database()), server);
    starts.begin(16);
    return starts;
  }

  private void silence(ServerIdentity server) throws SQLException {
    silence(server, ServerStarts.LATELY.plusSeconds(1));
  }

  private void silence(ServerIdentity server, Duration silence) throws SQLException {
    JdbcTransaction.single(
        database(),
        it ->
            it.update(
                """
                UPDATE server_start
                SET heard_at = {fn TIMESTAMPADD(SQL_TSI_SECOND, -%d, CURRENT_TIMESTAMP)}
                WHERE id = ?\
                """
                    .formatted(silence.toSeconds()),
                server.thisStart()));
  }

  private ServerIdentity server() {
    return named(name);
  }

  private static ServerIdentity named(String name) {
    return new ServerIdentity(Optional.of(name), Optional.empty(), Optional.empty());
  }

  private KnownServer known(ServerStarts starts) {
    return Objects.requireNonNull(starts.known().get(name));
  }
}
