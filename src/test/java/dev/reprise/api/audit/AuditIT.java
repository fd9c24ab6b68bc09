package dev.reprise.api.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.journal.file.RecordVerifier;
import dev.reprise.platform.KeyRing;
import dev.reprise.server.Credentials;
import dev.reprise.server.TestServer;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What people do outside of runs is in the audit record of their tenant. */
class AuditIT {

  private static final Client ADMIN = new Client("admin");
  private static final Client AUDITOR = new Client("auditor");

  @Test
  void aDeedIsRecordedWithWhoDidItAndWhatTheyAskedFor() {
    String name = "audited-" + UUID.randomUUID();
    String body = "{\"name\": \"%s\", \"roles\": [\"viewer\"]}".formatted(name);

    ADMIN.post("api-keys", body);

    JsonNode deed = newest("POST /api-keys", name);
    assertThat(deed.path("type").asText()).isEqualTo("deed");
    assertThat(deed.path("data").path("by").asText()).isEqualTo("admin");
    assertThat(deed.path("data").path("roles").toString()).contains("admin");
    assertThat(deed.path("data").path("address").asText()).isNotBlank();
    assertThat(deed.path("data").path("body").asText())
        .isEqualTo("{\"name\":\"%s\",\"roles\":[\"viewer\"]}".formatted(name));
    assertThat(deed.path("data").has("whole")).isFalse();
  }

  @Test
  void blanksHideNothing() {
    String name = "padded-" + UUID.randomUUID();

    ADMIN.post(
        "api-keys",
        "{\"name\": \"%s\", \"roles\": [\"admin\"]%s}".formatted(name, " ".repeat(9_000)));

    assertThat(newest("POST /api-keys", name).path("data").path("body").asText())
        .isEqualTo("{\"name\":\"%s\",\"roles\":[\"admin\"]}".formatted(name));
  }

  @Test
  void aFileIsThereByItsFirstLineAndItsDigest() throws Exception {
    String first = "{\"agent\": \"quick\", \"workspace\": \"%s\"}".formatted(UUID.randomUUID());
    byte[] file =
        (first + "\n" + "{\"topic\": \"tea\"}\n".repeat(2_000)).getBytes(StandardCharsets.UTF_8);

    Client.send(
        new Client("submitter")
            .request("batches:lines?note=x%20y")
            .header("Content-Type", "application/x-ndjson")
            .POST(BodyPublishers.ofByteArray(file)));

    JsonNode deed =
        newest(
            "POST /batches:lines?note=x y",
            first.substring(first.length() - 38, first.length() - 2));
    JsonNode read = deed.path("data").path("whole");
    assertThat(read.path("bytes").asInt()).isEqualTo(file.length);
    assertThat(read.path("sha256").asText())
        .isEqualTo(HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file)));
  }

  @Test
  void whatARoleDoesNotAllowIsThere() {
    String id = UUID.randomUUID().toString();
    new Client("viewer").post("api-keys/" + id + ":revoke", "{}").isProblem(ProblemType.FORBIDDEN);
    new Client("viewer")
        .get("audit?limit=1&before=" + Integer.MAX_VALUE)
        .isProblem(ProblemType.FORBIDDEN);

    assertThat(denied("POST /api-keys/" + id + ":revoke").path("by").asText()).isEqualTo("viewer");
    assertThat(denied("GET /audit?limit=1&before=" + Integer.MAX_VALUE).path("roles").toString())
        .contains("viewer");
  }

  /** The record of a run has what was done to it, and not what was refused. */
  @Test
  void whatWasRefusedAboutARunIsThere() {
    UUID run = new Client("operator").submit("quick");

    new Client("submitter").post("runs/" + run + ":cancel", "{}").isProblem(ProblemType.FORBIDDEN);

    assertThat(denied("POST /runs/" + run + ":cancel").path("by").asText()).isEqualTo("submitter");
  }

  @Test
  void exportsAndReadingsOfTheConfigurationAreThere() {
    UUID run = new Client("operator").submit("quick");

    Client.exchange(AUDITOR.request("runs/" + run + "/export"));
    AUDITOR.get("admin/configuration?prefix=reprise.logins");
    Client.exchange(AUDITOR.request("audit/export"));

    assertThat(newest("GET /runs/" + run + "/export", "").path("data").path("by").asText())
        .isEqualTo("auditor");
    newest("GET /admin/configuration?prefix=reprise.logins", "");
    newest("GET /audit/export", "");
    newest("GET /audit?limit=200", "");
  }

  @Test
  void itsEndIsWhatTheLogHasLast() {
    JsonNode page = AUDITOR.get("audit?limit=1").body();

    assertThat(page.path("end").path("sequence"))
        .isEqualTo(page.path("items").path(0).path("sequence"));
    assertThat(page.path("end").path("hash")).isEqualTo(page.path("items").path(0).path("hash"));
  }

  @Test
  void previewsReadAndAreNoDeeds() {
    String name = "previewed-" + UUID.randomUUID();
    Client operator = new Client("operator");
    ADMIN.post(
        "schedules",
        """
        {"name": "%s", "agent": "quick", "workspace": "test", "cron": "0 3 * * *",
         "zone": "UTC", "input": {"topic": "tea", "author": {"name": "Ana"}}}"""
            .formatted(name));
    long before = end();

    List<Client.Answer> previews =
        List.of(
            ADMIN.post("admin/retention", "{}"),
            ADMIN.post("admin/retention", "{\"dryRun\": true}"),
            ADMIN.post("artifacts:archive-unused", "{\"reason\": \"a test\"}"),
            ADMIN.post("artifacts:prune", "{\"reason\": \"a test\", \"dryRun\": null}"),
            operator.post("bulk", "{\"act\": \"PAUSE\", \"filter\": {}}"),
            operator.post(
                "schedules/" + name + ":backfill",
                "{\"from\": \"2026-01-01T00:00:00Z\", \"until\": \"2026-01-03T00:00:00Z\"}"));

    assertThat(previews).extracting(Client.Answer::status).containsOnly(200);
    assertThat(entries())
        .filteredOn(entry -> entry.path("sequence").asLong() > before)
        .filteredOn(entry -> entry.path("type").asText().equals("deed"))
        .extracting(entry -> entry.path("data").path("deed").asText())
        .allSatisfy(deed -> assertThat(deed).startsWith("GET "));
    ADMIN.post("admin/retention", "{\"dryRun\": false}");
    ADMIN.post("admin/retention", "{\"dryRun\": \"false\"}");
    assertThat(entries())
        .filteredOn(entry -> entry.path("sequence").asLong() > before)
        .extracting(entry -> entry.path("data").path("deed").asText())
        .filteredOn(deed -> deed.equals("POST /admin/retention"))
        .hasSize(2);
  }

  private static long end() {
    return AUDITOR.get("audit?limit=1").body().path("end").path("sequence").asLong();
  }

  @Test
  void aDeedThatWasRefusedSaysSo() {
    String id = UUID.randomUUID().toString();

    ADMIN.post("api-keys/" + id + ":revoke", "").isProblem(ProblemType.NOT_FOUND);

    long sequence = newest("POST /api-keys/" + id + ":revoke", "").path("sequence").asLong();
    assertThat(refusal(sequence).path("data").path("status").asInt()).isEqualTo(404);
  }

  @Test
  void whatARunRecordsIsNotThere() {
    UUID run = new Client("operator").submit("quick");

    assertThat(entries())
        .filteredOn(entry -> entry.path("type").asText().equals("deed"))
        .noneMatch(entry -> entry.toString().contains(run.toString()))
        .noneMatch(entry -> entry.path("data").path("deed").asText().equals("POST /runs"));
  }

  @Test
  void aRefusedLoginIsThere() {
    String user = "mallory-" + UUID.randomUUID();
    Client.send(
            HttpRequest.newBuilder(Client.uri("runs"))
                .header("Authorization", Credentials.basic(user, "guess")))
        .isProblem(ProblemType.UNAUTHENTICATED);

    assertThat(entries()).anyMatch(entry -> entry.path("type").asText().equals("logins-refused"));
  }

  @Test
  void anotherTenantSeesNothingOfIt() {
    String name = "audited-" + UUID.randomUUID();
    ADMIN.post("api-keys", "{\"name\": \"%s\", \"roles\": [\"viewer\"]}".formatted(name));

    assertThat(new Client("eve@beta").get("audit").body().toString()).doesNotContain(name);
  }

  @Test
  void itIsReadInPagesFromTheNewestOn() {
    ADMIN.post("api-keys", "{}");
    ADMIN.post("api-keys", "{}");

    JsonNode first = AUDITOR.get("audit?limit=2").body();
    long next = first.path("nextBefore").asLong();
    JsonNode second = AUDITOR.get("audit?limit=1&before=" + next).body();

    assertThat(first.path("items").path(0).path("sequence").asLong())
        .isEqualTo(first.path("items").path(1).path("sequence").asLong() + 1);
    assertThat(second.path("items").path(0).path("sequence").asLong()).isEqualTo(next - 1);
  }

  @Test
  void anExportIsVerifiedWithTheKeysOfTheServer() throws Exception {
    ADMIN.post("api-keys", "{}");

    String file = Client.exchange(AUDITOR.request("audit/export")).body();

    var sound =
        new RecordVerifier(KeyRing.parse(TestServer.sealKeys()))
            .verify(new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
    assertThat(sound.header().hasNoRun()).isTrue();
    assertThat(sound.keys()).containsExactly("test");
    assertThat(sound.events()).isPositive();
  }

  private static JsonNode newest(String deed, String inBody) {
    for (JsonNode entry : entries()) {
      JsonNode data = entry.path("data");
      if (data.path("deed").asText().equals(deed) && data.path("body").asText().contains(inBody)) {
        return entry;
      }
    }
    throw new AssertionError("no entry for " + deed);
  }

  private static JsonNode denied(String deed) {
    for (JsonNode entry : entries()) {
      if (entry.path("type").asText().equals("access-denied")
          && entry.path("data").path("deed").asText().equals(deed)) {
        return entry.path("data");
      }
    }
    throw new AssertionError("no entry for " + deed);
  }

  private static JsonNode refusal(long of) {
    return following("deed-refused", of);
  }

  private static JsonNode following(String type, long of) {
    for (JsonNode entry : entries()) {
      if (entry.path("type").asText().equals(type)
          && entry.path("data").path("of").asLong() == of) {
        return entry;
      }
    }
    throw new AssertionError("no %s of %d".formatted(type, of));
  }

  private static JsonNode entries() {
    return AUDITOR.get("audit?limit=200").body().path("items");
  }
}
