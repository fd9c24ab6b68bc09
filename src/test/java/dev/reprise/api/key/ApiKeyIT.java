package dev.reprise.api.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs log in with keys that admins create. */
class ApiKeyIT {

  private static final Client ADMIN = new Client("admin");

  @Test
  void aKeyIsShownOnceAndWorksUntilItIsRevoked() {
    var created = ADMIN.post("api-keys", body("\"submitter\""));
    JsonNode key = created.body();
    String id = key.path("id").asText();

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).endsWith("/api/v1/api-keys/" + id);
    assertThat(ADMIN.get("api-keys/" + id).body().path("key").isMissingNode()).isTrue();
    assertThat(ADMIN.get("api-keys").body().toString()).doesNotContain(secret(key));

    assertThat(get("runs", key).status()).isEqualTo(200);
    JsonNode run = submit(key).body();
    assertThat(run.path("submittedBy").asText()).isEqualTo("api-key:nightly-import");
    assertThat(ADMIN.get("api-keys/" + id).body().path("lastUsedAt").asText()).startsWith("20");

    JsonNode revoked = ADMIN.post("api-keys/" + id + ":revoke", "").body();
    assertThat(revoked.path("revoked").path("by").asText()).isEqualTo("admin");
    get("runs", key).isProblem(ProblemType.UNAUTHENTICATED);
  }

  @Test
  void itDoesNoMoreThanItsRoles() {
    JsonNode key = ADMIN.post("api-keys", body("\"viewer\"")).body();

    assertThat(get("runs", key).status()).isEqualTo(200);
    submit(key).isProblem(ProblemType.FORBIDDEN);
  }

  @Test
  void itCreatesNoOther() {
    JsonNode key = ADMIN.post("api-keys", body("\"admin\"")).body();

    assertThat(get("api-keys", key).status()).isEqualTo(200);
    Client.send(
            as(key, "api-keys")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body("\"viewer\""))))
        .isProblem(ProblemType.FORBIDDEN);
  }

  @Test
  void aRepetitionShowsAllButTheSecret() {
    String idempotencyKey = UUID.randomUUID().toString();
    var first = Client.send(create(idempotencyKey));
    assertThat(first.status()).isEqualTo(201);

    var second = Client.send(create(idempotencyKey));

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(second.header("Location")).isEqualTo(first.header("Location"));
    assertThat(first.body().path("key").asText()).isNotEmpty();
    assertThat(second.body()).isEqualTo(((ObjectNode) first.body().deepCopy()).without("key"));
  }

  private static HttpRequest.Builder create(String idempotencyKey) {
    return ADMIN
        .request("api-keys")
        .header("Content-Type", "application/json")
        .header("Idempotency-Key", idempotencyKey)
        .POST(BodyPublishers.ofString(body("\"viewer\"")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"roles\": [\"viewer\"]}",
        "{\"name\": \"Not a name\", \"roles\": [\"viewer\"]}",
        "{\"name\": \"a\", \"roles\": []}",
        "{\"name\": \"a\", \"roles\": [\"boss\"]}",
        "{\"name\": \"a\", \"roles\": [\"viewer\"], \"expiresAt\": \"2020-01-01T00:00:00Z\"}"
      })
  void oneThatIsNotValidIsRefused(String body) {
    ADMIN.post("api-keys", body).isProblem(ProblemType.INVALID_VALUE);
  }

  @Test
  void itExpiresAfterAYearAtTheLatest() {
    Instant now = Instant.now();
    assertThat(create(now.plus(Duration.ofDays(364))).status()).isEqualTo(201);
    create(now.plus(Duration.ofDays(366))).isProblem(ProblemType.INVALID_VALUE);
  }

  private static Client.Answer create(Instant expiry) {
    return ADMIN.post(
        "api-keys",
        "{\"name\": \"a\", \"roles\": [\"viewer\"], \"expiresAt\": \"%s\"}".formatted(expiry));
  }

  private static String body(String roles) {
    return "{\"name\": \"nightly-import\", \"roles\": [%s]}".formatted(roles);
  }

  private static String secret(JsonNode key) {
    String text = key.path("key").asText();
    return text.substring(text.length() - 43);
  }

  private static Client.Answer submit(JsonNode key) {
    String input = "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}";
    return Client.send(
        as(key, "runs")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(Client.submission("quick", input, "test"))));
  }

  private static Client.Answer get(String path, JsonNode key) {
    return Client.send(as(key, path));
  }

  private static HttpRequest.Builder as(JsonNode key, String path) {
    return HttpRequest.newBuilder(Client.uri(path))
        .timeout(Duration.ofSeconds(30))
        .header("Authorization", "Bearer " + key.path("key").asText());
  }
}
