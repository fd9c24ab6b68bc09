package dev.reprise.api;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Things of one tenant that operations of the API are about, made when they are first needed. */
final class Things {

  private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z-]+)\\}");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Client owner;
  private final Client admin;
  private Optional<String> run = Optional.empty();
  private Optional<String> schedule = Optional.empty();
  private Optional<String> firing = Optional.empty();
  private Optional<String> webhook = Optional.empty();
  private Optional<String> artifact = Optional.empty();
  private Optional<String> batch = Optional.empty();
  private Optional<String> bulk = Optional.empty();
  private Optional<String> apiKey = Optional.empty();

  /**
   * @param owner makes them
   * @param admin of the same tenant makes those that an operator may not make
   */
  Things(Client owner, Client admin) {
    this.owner = owner;
    this.admin = admin;
  }

  /** Returns a text with things in the places of their placeholders. */
  String filledInto(String text) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(thing(found.group(1))));
  }

  private String thing(String name) {
    return switch (name) {
      case "run" -> run();
      case "new-run" -> newRun();
      case "schedule" -> schedule();
      case "new-schedule" -> newSchedule();
      case "firing" -> firing();
      case "webhook" -> webhook();
      case "new-webhook" -> newWebhook();
      case "artifact" -> artifact();
      case "new-artifact" -> newArtifact();
      case "batch" -> batch();
      case "new-batch" -> newBatch();
      case "bulk" -> bulk();
      case "api-key" -> apiKey();
      case "new-kill-switch" -> newKillSwitch();
      case "unique" -> unique();
      default -> throw new IllegalArgumentException("nothing is called " + name);
    };
  }

  private String run() {
    if (run.isEmpty()) {
      run = Optional.of(newRun());
    }
    return run.get();
  }

  private String newRun() {
    UUID id = owner.submit("quick");
    await().atMost(PATIENCE).until(() -> owner.status(id).equals("COMPLETED"));
    return id.toString();
  }

  private String schedule() {
    if (schedule.isEmpty()) {
      schedule = Optional.of(newSchedule());
    }
    return schedule.get();
  }

  private String newSchedule() {
    String name = unique();
    Timetable.make(owner, Timetable.yearly(name));
    return name;
  }

  private String firing() {
    if (firing.isEmpty()) {
      UUID id = Timetable.trigger(owner, schedule());
      Timetable.await(owner, schedule(), id, "status", "COMPLETED");
      firing = Optional.of(id.toString());
    }
    return firing.get();
  }

  private String webhook() {
    if (webhook.isEmpty()) {
      webhook = Optional.of(newWebhook());
    }
    return webhook.get();
  }

  private String newWebhook() {
    return madeWebhook().path("id").asText();
  }

  /** It is disabled, so nothing is sent. */
  private JsonNode madeWebhook() {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("url", "https://93.184.216.34/").put("enabled", false);
    body.putArray("events").add("run.completed");
    return admin.post("webhooks", body.toString()).body();
  }

  private String artifact() {
    if (artifact.isEmpty()) {
      artifact = Optional.of(newArtifact());
    }
    return artifact.get();
  }

  private String newArtifact() {
    return GeneratedTool.named(unique()).importedBy(admin).address();
  }

  private String batch() {
    if (batch.isEmpty()) {
      batch = Optional.of(newBatch());
    }
    return batch.get();
  }

  private String newBatch() {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("agent", "quick").put("workspace", "test");
    body.putObject("source").put("lines", "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}");
    String id = owner.post("batches", body.toString()).body().path("id").asText();
    await()
        .atMost(PATIENCE)
        .until(() -> owner.get("batches/" + id).body().path("status").asText().equals("COMPLETED"));
    return id;
  }

  private String bulk() {
    if (bulk.isEmpty()) {
      String act = "{\"act\": \"APPROVE\", \"filter\": {\"agent\": \"never-submitted\"}%s}";
      String preview = owner.post("bulk", act.formatted("")).body().path("preview").asText();
      String body = act.formatted(", \"preview\": \"%s\"".formatted(preview));
      String id = owner.post("bulk", body).body().path("id").asText();
      await()
          .atMost(PATIENCE)
          .until(() -> owner.get("bulk/" + id).body().path("status").asText().equals("COMPLETED"));
      bulk = Optional.of(id);
    }
    return bulk.get();
  }

  private String apiKey() {
    if (apiKey.isEmpty()) {
      String body = "{\"name\": \"%s\", \"roles\": [\"viewer\"]}".formatted(unique());
      apiKey = Optional.of(admin.post("api-keys", body).body().path("id").asText());
    }
    return apiKey.get();
  }

  private String newKillSwitch() {
    String body =
        "{\"kind\": \"TOOL\", \"name\": \"%s\", \"unknown\": true, \"reason\": \"for a test\"}"
            .formatted(unique());
    return admin.post("admin/kill-switches", body).body().path("id").asText();
  }

  private static String unique() {
    return "thing-" + UUID.randomUUID();
  }
}
