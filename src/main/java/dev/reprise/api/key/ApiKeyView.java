package dev.reprise.api.key;

import dev.reprise.agent.Role;
import dev.reprise.api.http.SecretResponse;
import dev.reprise.api.identity.ApiKey;
import dev.reprise.api.identity.ApiKeys;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * An API key.
 *
 * @param key what a program sends as {@code Authorization: Bearer <key>}; only in the response to
 *     the request that created it
 * @param lastUsedAt when it was last accepted, to the minute; absent if it never was
 */
public record ApiKeyView(
    UUID id,
    String name,
    List<String> roles,
    Optional<String> key,
    ApiKey.Mark created,
    Instant expiresAt,
    Optional<ApiKey.Mark> revoked,
    Optional<Instant> lastUsedAt)
    implements SecretResponse.View {

  public ApiKeyView {
    roles = List.copyOf(roles);
  }

  @Override
  public ApiKeyView withoutSecret() {
    return new ApiKeyView(
        id, name, roles, Optional.empty(), created, expiresAt, revoked, lastUsedAt);
  }

  static ApiKeyView of(ApiKey key) {
    return of(key, Optional.empty());
  }

  static ApiKeyView of(ApiKeys.WithToken created) {
    return of(created.key(), Optional.of(created.token().text()));
  }

  private static ApiKeyView of(ApiKey key, Optional<String> token) {
    return new ApiKeyView(
        key.id(),
        key.name(),
        key.roles().stream().sorted().map(Role::roleName).toList(),
        token,
        key.created(),
        key.expiresAt(),
        key.revoked(),
        key.lastUsedAt());
  }
}
