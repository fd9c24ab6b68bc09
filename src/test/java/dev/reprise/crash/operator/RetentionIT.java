package dev.reprise.crash.operator;

import static java.util.stream.StreamSupport.stream;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.EventStore;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.PostgresProcess;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Retention erases a run from everywhere and leaves everything else. */
@Tag("postgresql")
class RetentionIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Test
  void erasesTheRunsThatTheDryRunListedWithEventsAndJobs() {
    try (var postgres = PostgresProcess.start("retention");
        Site site =
            Site.named(
                "retention",
                postgres
                    .serve(Site.FILES)
                    .with("REPRISE_RETENTION_AGE", "none")
                    .with("REPRISE_RETENTION_COUNT", "1"))) {
      site.server().start();
      var admin = new JsonClient(site.server(), "admin");
      var events = new EventStore(postgres.database());
      UUID oldest = ended(site, "oldest");
      UUID older = ended(site, "older");
      UUID newest = ended(site, "newest");

      JsonNode plan = apply(admin, request());

      assertThat(ids(plan.path("runs"), "id")).containsExactly(oldest, older);
      assertThat(plan.path("runs").path(0).path("rule").asText()).isEqualTo("defaults");
      assertThat(plan.path("runs").path(0).path("beyond").asText()).isEqualTo("COUNT");
      assertThat(plan.path("runs").path(0).path("bytes").asLong())
          .isPositive()
          .isEqualTo(admin.get("api/v1/runs/" + oldest).path("bytes").asLong());
      assertThat(events.runs()).contains(oldest, older, newest);

      UUID another = ended(site, "another");
      var changed = admin.tryTo("POST", "api/v1/admin/retention", execution(plan));
      assertThat(changed.statusCode()).isEqualTo(200); // ignores runs that ended after the plan
      JsonNode done = Json.read(changed.body());

      assertThat(ids(done.path("erased"), "")).containsExactly(oldest, older);
      assertThat(done.path("skipped")).isEmpty();
      for (UUID run : List.of(oldest, older)) {
        assertThat(admin.ask("api/v1/runs/" + run).statusCode()).isEqualTo(404);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(site.jobs().of(run)).isEmpty());
      }
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> assertThat(events.runs()).containsExactlyInAnyOrder(newest, another));
      for (UUID run : List.of(newest, another)) {
        site.awaitStatus(run, "COMPLETED").assertSound();
        assertThat(site.jobs().of(run)).hasSize(1);
      }

      assertThat(admin.tryTo("POST", "api/v1/admin/retention", execution(plan)).body())
          .contains("retention-plan-changed");
      assertThat(admin.tryTo("DELETE", "api/v1/runs/" + newest, request()).statusCode())
          .isEqualTo(204);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(events.runs()).containsExactly(another));
    }
  }

  private static UUID ended(Site site, String effects) {
    UUID run = site.submit("boundary", effects);
    site.awaitStatus(run, "COMPLETED");
    site.awaitJob(run, "COMPLETED");
    return run;
  }

  private static JsonNode apply(JsonClient admin, ObjectNode request) {
    return admin.change("POST", "api/v1/admin/retention", request);
  }

  private static ObjectNode request() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static ObjectNode execution(JsonNode plan) {
    return request().put("dryRun", false).put("plan", plan.path("plan").asText());
  }

  private static List<UUID> ids(JsonNode items, String member) {
    return stream(items.spliterator(), false)
        .map(item -> member.isEmpty() ? item : item.path(member))
        .map(id -> UUID.fromString(id.asText()))
        .toList();
  }
}
