package dev.reprise.api.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.agent.Role;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.jdbc.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every database must do for API keys. */
@EachDatabase
class ApiKeysTest {

  private static final Instant NOW = Instant.parse("2026-03-01T08:00:00Z");
  private static final Instant TOMORROW = NOW.plus(Duration.ofDays(1));

  private static DataSource database() {
    return TestDatabases.current();
  }

  @BeforeEach
  void emptyDatabase() throws SQLException {
    execute("DELETE FROM api_key");
  }

  @Test
  void aKeyIsAcceptedWithItsRolesInItsTenant() {
    var created = create("import", Role.SUBMITTER, Role.APPROVER);

    assertThat(at(NOW).accept(created.token()).map(ApiKey::identity))
        .contains(
            new Identity(
                "api-key:import",
                "acme",
                Set.of(Role.SUBMITTER, Role.APPROVER),
                Optional.of(created.key().id())));
  }

  @Test
  void itIsReadWithoutItsSecretByItsTenantOnly() throws SQLException {
    var created = create("import", Role.VIEWER);

    assertThat(at(NOW).find("acme", created.key().id())).contains(created.key());
    assertThat(at(NOW).list("acme", Optional.empty(), 9)).containsExactly(created.key());
    assertThat(at(NOW).find("beta", created.key().id())).isEmpty();
    assertThat(at(NOW).list("beta", Optional.empty(), 9)).isEmpty();
    assertThat(row()).doesNotContain(created.token().secret());
  }

  @Test
  void anotherSecretIsRefused() {
    UUID id = create("import", Role.VIEWER).key().id();

    assertThat(at(NOW).accept(new ApiKeyToken(id, "A".repeat(43)))).isEmpty();
    assertThat(at(NOW).accept(new ApiKeyToken(UUID.randomUUID(), "A".repeat(43)))).isEmpty();
  }

  @Test
  void itExpires() {
    var created = create("import", Role.VIEWER);

    assertThat(at(TOMORROW.minusMillis(1)).accept(created.token())).isPresent();
    assertThat(at(TOMORROW).accept(created.token())).isEmpty();
  }

  @Test
  void itIsRevokedForGoodByItsTenantOnly() {
    var created = create("import", Role.VIEWER);
    UUID id = created.key().id();

    assertThat(at(NOW).revoke("beta", id, "eve")).isFalse();
    assertThat(at(NOW).accept(created.token())).isPresent();

    assertThat(at(NOW).revoke("acme", id, "ana")).isTrue();
    assertThat(at(NOW).accept(created.token())).isEmpty();
    assertThat(at(TOMORROW).revoke("acme", id, "bo")).isFalse();
    assertThat(at(NOW).find("acme", id).flatMap(ApiKey::revoked))
        .contains(new ApiKey.Mark("ana", NOW));
  }

  @Test
  void itsLastUseIsKnownToTheMinute() {
    var created = create("import", Role.VIEWER);
    assertThat(lastUse(created)).isEmpty();

    at(NOW).accept(created.token());
    at(NOW.plusSeconds(59)).accept(created.token());
    assertThat(lastUse(created)).contains(NOW);

    at(NOW.plusSeconds(61)).accept(created.token());
    assertThat(lastUse(created)).contains(NOW.plusSeconds(61));
  }

  @Test
  void oneThatIsCreatedAgainAfterALostAnswerHasAnotherSecret() {
    var lost = create("import", Role.VIEWER);

    var created =
        at(NOW)
            .create(
                lost.key().id(),
                "acme",
                "import",
                Set.of(Role.VIEWER),
                new ApiKeys.Term("ana", TOMORROW));

    assertThat(at(NOW).accept(lost.token())).isEmpty();
    assertThat(at(NOW).accept(created.token())).isPresent();
    assertThat(at(NOW).list("acme", Optional.empty(), 9)).hasSize(1);
  }

  @Test
  void aTenantHasAMaximumOfKeysThatAreAccepted() throws SQLException {
    var first = create("first", Role.VIEWER);
    for (int i = 1; i < ApiKeys.MAX_OF_TENANT; i++) {
      execute(
          """
          INSERT INTO api_key (id, tenant, name, roles, hash, created_by, created_at, expires_at)
          SELECT '%s', tenant, name, roles, hash, created_by, created_at, expires_at
          FROM api_key WHERE name = 'first' FETCH FIRST 1 ROWS ONLY"""
              .formatted(UUID.randomUUID()));
    }

    assertThatThrownBy(() -> create("one more", Role.VIEWER))
        .isInstanceOfSatisfying(
            ProblemException.class,
            it -> assertThat(it.type()).isEqualTo(ProblemType.TOO_MANY_API_KEYS))
        .hasMessageContaining("500 API keys");
    at(NOW).revoke("acme", first.key().id(), "ana");
    create("one more", Role.VIEWER);
  }

  @Test
  void theyAreListedInPages() {
    var keys =
        Stream.of("a", "b", "c")
            .map(name -> create(name, Role.VIEWER).key())
            .sorted(Comparator.comparing(key -> key.id().toString()))
            .toList();

    List<ApiKey> page = at(NOW).list("acme", Optional.empty(), 2);
    assertThat(page).hasSize(2);
    var after = new ApiKeys.Place(NOW, page.getLast().id());
    List<ApiKey> next = at(NOW).list("acme", Optional.of(after), 2);

    assertThat(Stream.concat(page.stream(), next.stream())).containsExactlyElementsOf(keys);
  }

  private ApiKeys.WithToken create(String name, Role... roles) {
    return at(NOW)
        .create(UUID.randomUUID(), "acme", name, Set.of(roles), new ApiKeys.Term("ana", TOMORROW));
  }

  private Optional<Instant> lastUse(ApiKeys.WithToken created) {
    return at(NOW).find("acme", created.key().id()).orElseThrow().lastUsedAt();
  }

  private ApiKeys at(Instant now) {
    return new ApiKeys(new Database(database()), Clock.fixed(now, ZoneOffset.UTC));
  }

  private String row() throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM api_key")) {
      rows.next();
      var text = new StringBuilder();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        text.append(rows.getString(i)).append('|');
      }
      return text.toString();
    }
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
