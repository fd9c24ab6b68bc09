package dev.reprise.api.idempotency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.platform.server.ServerStarts;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for keys of requests. */
@EachDatabase
class IdempotencyKeysTest {

  private static final StoredResponse ACCEPTED =
      new StoredResponse(202, Optional.of("http://localhost/runs/1"), "{\"id\":\"1\"}");

  private static final ServerIdentity HERE = server("here");
  private static final ServerIdentity THERE = server("there");

  private IdempotencyKeys keys;

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void emptyDatabase() throws SQLException {
    execute("DELETE FROM idempotency_key");
    execute("DELETE FROM server_start");
    new ServerStarts(new Database(database()), HERE).begin(16);
    keys = keys(KeyRing.EMPTY);
  }

  @Test
  void aKeyIsClaimedOnceAndThenHasItsResponse() {
    KeyedRequest request = request("ana", "k1", "body");
    var first = (KeyClaim.First) keys.claim(request);
    assertThat(first.repeated()).isFalse();
    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.InFlight());

    keys.complete(request, first.created(), ACCEPTED);

    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.Done(ACCEPTED));
  }

  @Test
  void aResponseMayHaveNoBody() {
    KeyedRequest request = request("ana", "k1", "");
    var first = (KeyClaim.First) keys.claim(request);
    var empty = new StoredResponse(204, Optional.empty(), "");

    keys.complete(request, first.created(), empty);

    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.Done(empty));
  }

  @Test
  void anotherRequestWithTheKeyIsToldSo() {
    var first = (KeyClaim.First) keys.claim(request("ana", "k1", "body"));
    assertThat(keys.claim(request("ana", "k1", "other"))).isEqualTo(new KeyClaim.Mismatch());

    keys.complete(request("ana", "k1", "body"), first.created(), ACCEPTED);

    assertThat(keys.claim(request("ana", "k1", "other"))).isEqualTo(new KeyClaim.Mismatch());
    assertThat(keys.claim(request("bo", "k1", "body"))).isEqualTo(new KeyClaim.Mismatch());
    assertThat(keys.claim(request("ana", "k2", "body"))).isInstanceOf(KeyClaim.First.class);
    assertThat(keys.claim(KeyedRequest.of("beta", "ana", "k1", "runs", "", "")))
        .isInstanceOf(KeyClaim.First.class);
    assertThat(keys.claim(KeyedRequest.of("acme", "ana", "k1", "batches", "", "")))
        .isInstanceOf(KeyClaim.First.class);
  }

  @Test
  void aServerThatSendsNoHeartbeatsCarriesOutARequestOnceAllTheSame() throws SQLException {
    KeyedRequest request = request("ana", "k1", "body");
    keys.claim(request);
    execute("DELETE FROM server_start");

    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.InFlight());
  }

  @Test
  void theRequestAfterALostServerCreatesTheSame() throws SQLException {
    var starts = new ServerStarts(new Database(database()), THERE);
    starts.begin(16);
    KeyedRequest request = request("ana", "k1", "body");
    var lost = (KeyClaim.First) keys(THERE, KeyRing.EMPTY).claim(request);
    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.InFlight());

    starts.end();

    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.First(lost.created(), true));
    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.InFlight());
  }

  @Test
  void theRequestAfterAClaimWhoseAnswerWasLostCreatesTheSame() {
    KeyedRequest request = request("ana", "k1", "body");
    var lost = (KeyClaim.First) keys(KeyRing.EMPTY).claim(request); // of this server, not at work

    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.First(lost.created(), true));
    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.InFlight());
  }

  @Test
  void theRequestAfterOneThatTookTooLongCreatesTheSame() throws SQLException {
    KeyedRequest request = request("ana", "k1", "body");
    var slow = (KeyClaim.First) keys.claim(request);
    execute("UPDATE idempotency_key SET claimed_until = {ts '2026-01-01 00:00:00'}");

    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.First(slow.created(), true));
  }

  @Test
  void theRequestAfterAnUnknownOutcomeCreatesTheSame() {
    KeyedRequest request = request("ana", "k1", "body");
    var failed = (KeyClaim.First) keys.claim(request);

    keys.leave(request);

    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.First(failed.created(), true));
  }

  @Test
  void aRefusedRequestLeavesItsKeyFree() {
    var refused = (KeyClaim.First) keys.claim(request("ana", "k1", "body"));

    keys.forget(request("ana", "k1", "body"));

    var corrected = (KeyClaim.First) keys.claim(request("ana", "k1", "corrected"));
    assertThat(corrected.repeated()).isFalse();
    assertThat(corrected.created()).isNotEqualTo(refused.created());
  }

  @Test
  void aKeyIsFreeAfterItsTime() throws SQLException {
    KeyedRequest request = request("ana", "k1", "body");
    var first = (KeyClaim.First) keys.claim(request);
    keys.complete(request, first.created(), ACCEPTED);
    assertThat(keys.removeExpired()).isZero();
    execute("UPDATE idempotency_key SET expires_at = {ts '2026-01-01 00:00:00'}");

    assertThat(keys.claim(request)).isInstanceOf(KeyClaim.First.class);

    execute("UPDATE idempotency_key SET expires_at = {ts '2026-01-01 00:00:00'}");
    assertThat(keys.removeExpired()).isEqualTo(1);
  }

  @Test
  void oneOfManyAtOnceClaimsAKey() throws Exception {
    KeyedRequest request = request("ana", "k1", "body");
    List<Callable<KeyClaim>> claims =
        List.of(1, 2, 3, 4, 5, 6, 7, 8).stream()
            .<Callable<KeyClaim>>map(i -> () -> keys.claim(request))
            .toList();

    try (var threads = Executors.newFixedThreadPool(claims.size())) {
      List<Future<KeyClaim>> ended = threads.invokeAll(claims);

      assertThat(ended.stream().map(Future::resultNow).collect(Collectors.toList()))
          .filteredOn(KeyClaim.First.class::isInstance)
          .hasSize(1);
    }
  }

  @Test
  void responsesAreEncryptedWhereRecordsAre() throws SQLException {
    keys = keys(KeyRing.parse("k=" + Base64.getEncoder().encodeToString(new byte[32])));
    KeyedRequest request = request("ana", "k1", "body");
    var first = (KeyClaim.First) keys.claim(request);

    keys.complete(request, first.created(), ACCEPTED);

    assertThat(keys.claim(request)).isEqualTo(new KeyClaim.Done(ACCEPTED));
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT body FROM idempotency_key")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isNotEmpty().doesNotContain("\"id\"");
    }
  }

  @Test
  void aKeyIsKeptWithTheRunThatItsResponseShows() throws SQLException {
    UUID run = UUID.randomUUID();
    KeyedRequest act = about("runs/%s:steer".formatted(run));
    keys.claim(act);
    assertThat(runs()).as("under way").containsExactly(run.toString());

    KeyedRequest submission = about("runs");
    execute("DELETE FROM idempotency_key");
    var first = (KeyClaim.First) keys.claim(submission);
    assertThat(runs()).as("under way").containsExactly(first.created().toString());
    keys.complete(
        submission,
        first.created(),
        new StoredResponse(200, Optional.of("https://here/api/v1/runs/" + run), "{}"));
    assertThat(runs()).as("of a dedupeKey").containsExactly(run.toString());
  }

  private static KeyedRequest about(String path) {
    return KeyedRequest.of("acme", "ana", "k1", "/api/v1/" + path, "", "");
  }

  private List<String> runs() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT run_id FROM idempotency_key")) {
      List<String> runs = new ArrayList<>();
      while (row.next()) {
        runs.add(row.getString(1));
      }
      return runs;
    }
  }

  private IdempotencyKeys keys(KeyRing encryption) {
    return keys(HERE, encryption);
  }

  private IdempotencyKeys keys(ServerIdentity server, KeyRing encryption) {
    return new IdempotencyKeys(
        new Database(database()),
        new TextEncryption(KeySource.of(encryption)),
        server,
        System::nanoTime);
  }

  private static ServerIdentity server(String name) {
    return new ServerIdentity(Optional.of(name), Optional.empty(), Optional.empty());
  }

  private static KeyedRequest request(String caller, String key, String body) {
    return KeyedRequest.of("acme", caller, key, "runs", "", body);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }
}
