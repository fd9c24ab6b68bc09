package dev.reprise.api.identity;

import dev.reprise.agent.Role;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The API keys of tenants. The database has a hash of each secret; a revocation counts on all
 * servers from the next request on, because each request reads its key.
 *
 * <p>Methods throw {@link DatabaseException} if the database fails.
 */
@ApplicationScoped
public class ApiKeys {

  /** How many keys a tenant may have that are neither revoked nor expired. */
  static final int MAX_OF_TENANT = 500;

  /** How exact the time of the last use is. */
  private static final Duration LAST_USE = Duration.ofMinutes(1);

  private static final String COLUMNS =
      "id, tenant, name, roles, hash, created_by, created_at, expires_at, revoked_by, revoked_at,"
          + " last_used_at";
  private static final String OF_TOKEN = "SELECT %s FROM api_key WHERE id = ?".formatted(COLUMNS);
  private static final String FIND = OF_TOKEN + " AND tenant = ?";
  private static final String LIST = "SELECT %s FROM api_key WHERE tenant = ? ".formatted(COLUMNS);
  private static final String ACTIVE =
      """
      SELECT COUNT(*) AS active FROM api_key
      WHERE tenant = ? AND revoked_at IS NULL AND expires_at > ?\
      """;
  private static final String CREATORS =
      "SELECT DISTINCT created_by FROM api_key WHERE tenant = ? AND name = ? ORDER BY created_by";
  private static final String NEW_SECRET = "UPDATE api_key SET hash = ? WHERE id = ?";
  private static final String REVOKE =
      """
      UPDATE api_key SET revoked_by = ?, revoked_at = ?
      WHERE id = ? AND tenant = ? AND revoked_at IS NULL\
      """;
  private static final String USED = "UPDATE api_key SET last_used_at = ? WHERE id = ?";

  private final Database database;
  private final Clock clock;
  private final SecureRandom random = new SecureRandom();

  @Inject
  public ApiKeys(Database database, Clock clock) {
    this.database = database;
    this.clock = clock;
  }

  /** A key with its token, which no other method returns. */
  public record WithToken(ApiKey key, ApiKeyToken token) {}

  private record Stored(ApiKey key, String hash) {}

  /**
   * Creates a key. If one of this id exists, because the answer was lost, it gets a new secret.
   *
   * @throws ProblemException {@code too-many-api-keys} if the tenant has as many as it may. Of
   *     several that are created at the same time, each may be the last one.
   */
  public WithToken create(UUID id, String tenant, String name, Set<Role> roles, Term term) {
    ApiKeyToken token = ApiKeyToken.create(id, random);
    return database.together(
        statements -> {
          if (!statements.moves(NEW_SECRET, token.hash(), id)) {
            requireRoom(statements, tenant);
            statements.insert(
                RowValues.of("api_key")
                    .set("id", id)
                    .set("tenant", tenant)
                    .set("name", name)
                    .set("roles", names(roles))
                    .set("hash", token.hash())
                    .set("created_by", term.by())
                    .set("created_at", clock.instant())
                    .set("expires_at", term.until()));
          }
          Stored row = statements.first(FIND, ApiKeys::read, id, tenant).orElseThrow();
          return new WithToken(row.key(), token);
        });
  }

  /** Who creates a key, and until when it is accepted. */
  public record Term(String by, Instant until) {}

  /** Returns the key of a tenant. */
  public Optional<ApiKey> find(String tenant, UUID id) {
    return database.first(FIND, ApiKeys::read, id, tenant).map(Stored::key);
  }

  private void requireRoom(JdbcTransaction statements, String tenant) {
    Instant now = clock.instant();
    long active = statements.number(ACTIVE, tenant, now);
    if (active >= MAX_OF_TENANT) {
      throw new ProblemException(
          ProblemType.TOO_MANY_API_KEYS,
          "The tenant has %d API keys that are accepted, the maximum; revoke one first."
              .formatted(active));
    }
  }

  /**
   * A place in the list.
   *
   * @param createdAt when the key before it was created
   * @param id the id of that key, which need not exist any more
   */
  public record Place(Instant createdAt, UUID id) {}

  /**
   * Returns a page of a tenant's keys, the newest first; also those that are no longer accepted.
   *
   * @param after the last one of the page before
   */
  public List<ApiKey> list(String tenant, Optional<Place> after, int limit) {
    List<Object> parameters = new ArrayList<>(List.of(tenant));
    after.ifPresent(
        it -> {
          Instant created = it.createdAt();
          parameters.addAll(List.of(created, created, it.id()));
        });
    String sql =
        LIST
            + "%s ORDER BY created_at DESC, id FETCH FIRST %d ROWS ONLY"
                .formatted(
                    after.isPresent() ? "AND (created_at < ? OR (created_at = ? AND id > ?))" : "",
                    limit);
    return database.rows(sql, ApiKeys::read, parameters.toArray()).stream()
        .map(Stored::key)
        .toList();
  }

  /** Returns who created the keys of a name, also those that are no longer accepted. */
  public List<String> creators(String tenant, String name) {
    return database.rows(CREATORS, row -> row.text("created_by"), tenant, name);
  }

  /** Revokes a key for good; false if it was revoked before, or does not exist. */
  public boolean revoke(String tenant, UUID id, String by) {
    Instant now = clock.instant();
    return database.moves(REVOKE, by, now, id, tenant);
  }

  /** Returns whether requests with a key are accepted now, and have a role. */
  public boolean accepts(String tenant, UUID id, Role role) {
    return find(tenant, id)
        .filter(key -> key.isAccepted(clock.instant()) && key.identity().has(role))
        .isPresent();
  }

  /** Returns the key of a token, if it is accepted now, and notes its use. */
  Optional<ApiKey> accept(ApiKeyToken token) {
    Instant now = clock.instant();
    Optional<ApiKey> key =
        database
            .first(OF_TOKEN, ApiKeys::read, token.id())
            .filter(row -> token.matches(row.hash()))
            .map(Stored::key)
            .filter(it -> it.isAccepted(now));
    boolean isNoted =
        key.flatMap(ApiKey::lastUsedAt).filter(now.minus(LAST_USE)::isBefore).isPresent();
    if (key.isPresent() && !isNoted) {
      database.update(USED, now, token.id());
    }
    return key;
  }

  private static String names(Set<Role> roles) {
    return roles.stream().map(Role::roleName).sorted().collect(Collectors.joining(","));
  }

  private static Set<Role> roles(String names) {
    return Arrays.stream(names.split(","))
        .map(name -> Role.named(name).orElseThrow())
        .collect(Collectors.toSet());
  }

  private static Stored read(Row row) {
    return new Stored(
        new ApiKey(
            row.id("id"),
            row.text("tenant"),
            row.text("name"),
            roles(row.text("roles")),
            new ApiKey.Mark(row.text("created_by"), row.instant("created_at")),
            row.instant("expires_at"),
            revocation(row),
            row.optionalInstant("last_used_at")),
        row.text("hash"));
  }

  private static Optional<ApiKey.Mark> revocation(Row row) {
    return row.optionalText("revoked_by").map(by -> new ApiKey.Mark(by, row.instant("revoked_at")));
  }
}
