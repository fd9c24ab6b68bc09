package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;

/** Schedules as tests make them and wait for them. */
final class Timetable {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private Timetable() {}

  /** Returns a schedule of the agent {@code quick} that no test lives long enough to see due. */
  static String yearly(String name) {
    return """
    {"name": "%s", "agent": "quick", "workspace": "test", "cron": "0 3 1 1 *",
     "input": {"topic": "tea", "author": {"name": "Ana"}}}"""
        .formatted(name);
  }

  /** Returns it with more members, as they stand in JSON. */
  static String yearly(String name, String members) {
    return yearly(name).replaceFirst("\\{", "{" + members + ", ");
  }

  static void make(Client client, String body) {
    Client.Answer made = client.post("schedules", body);
    assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
  }

  static Client.Answer remove(Client client, String name) {
    return Client.send(client.request("schedules/" + name).DELETE());
  }

  /** Has a schedule fire, and returns the firing's id. */
  static UUID trigger(Client client, String name) {
    Client.Answer asked = client.post("schedules/" + name + ":trigger", "");
    assertThat(asked.status()).as("%s", asked.body()).isEqualTo(202);
    return UUID.fromString(asked.body().path("id").asText());
  }

  /** Returns the newest firing of a schedule, once it has a status. */
  static JsonNode awaitNewest(Client client, String name, String status) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> client.get("schedules/" + name + "/firings").body().path("items").path(0),
            firing -> firing.path("status").asText().equals(status));
  }

  /** Waits until a firing has a run. */
  static void awaitRun(Client client, UUID firing) {
    Awaitility.await().atMost(PATIENCE).until(() -> client.get("runs/" + firing).status() == 200);
  }

  /** Returns a firing, once a member of it has a value. */
  static JsonNode await(Client client, String name, UUID firing, String member, String value) {
    String path = "schedules/%s/firings/%s".formatted(name, firing);
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> client.get(path).body(), body -> body.path(member).asText().equals(value));
  }
}
