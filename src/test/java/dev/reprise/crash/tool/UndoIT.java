package dev.reprise.crash.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.crash.fixture.Site;
import dev.reprise.platform.Json;
import dev.reprise.server.RecordedRun;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The server undoes the calls of a cancelled run newest first, each once, although it dies
 * meanwhile.
 */
class UndoIT {

  private static final Site SITE = Site.named("undo");

  @BeforeAll
  static void start() {
    SITE.server().start();
  }

  @AfterAll
  static void close() {
    SITE.close();
  }

  @Test
  void continuesWhereTheServerDied() throws IOException {
    for (String name : List.of("one", "two", "three")) {
      Files.writeString(SITE.file(name), name);
    }
    String held = SITE.file("held").toString();
    UUID id = SITE.submit("mover", held);
    SITE.awaitRecord(id, run -> run.count("tool-call.completed") == 4);
    assertRefused(tryUndo(id, "none"), 409, "run-not-ended");
    SITE.runs().cancel(id);
    SITE.awaitStatus(id, "CANCELLED");
    JsonNode plan = plan(id);
    assertThat(texts(plan, "callId")).containsExactly("three", "two", "hold", "one");
    assertThat(texts(plan, "status")).containsOnly("PENDING");
    assertRefused(tryUndo(id, "another"), 409, "undo-plan-changed");

    String digest = plan.path("plan").asText();
    UUID undo = UUID.fromString(Json.read(tryUndo(id, digest).body()).path("id").asText());
    SITE.awaitEffects("held", 1);

    assertThat(SITE.file("three")).hasContent("three");
    assertThat(SITE.file("two")).hasContent("two");
    assertThat(SITE.file("moved/one")).hasContent("one");
    assertThat(SITE.file("one")).doesNotExist();
    assertThat(texts(plan(id), "status")).containsExactly("UNDONE", "UNDONE", "PENDING", "PENDING");
    assertRefused(tryUndo(id, plan(id).path("plan").asText()), 409, "undo-under-way");
    SITE.server().kill();
    Files.createFile(SITE.file("held.gate"));
    SITE.server().start();

    RecordedRun record = SITE.awaitStatus(undo, "COMPLETED").assertSound();
    assertThat(record.count("tool-call.completed")).isEqualTo(4);
    assertThat(record.has("tool-call.failed")).isFalse();
    assertThat(SITE.effects("held")).hasSize(2);
    for (String name : List.of("one", "two", "three")) {
      assertThat(SITE.file(name)).hasContent(name);
      assertThat(SITE.file("moved/" + name)).doesNotExist();
    }
    assertThat(texts(plan(id), "status")).containsOnly("UNDONE");
    assertThat(texts(plan(id), "undoneBy")).containsOnly(undo.toString());
    assertRefused(tryUndo(id, plan(id).path("plan").asText()), 409, "nothing-to-undo");
  }

  private static JsonNode plan(UUID run) {
    return SITE.runs().http().get("api/v1/runs/" + run + "/undo-plan");
  }

  private static List<String> texts(JsonNode plan, String member) {
    return StreamSupport.stream(plan.path("calls").spliterator(), false)
        .map(call -> call.path(member).asText())
        .toList();
  }

  private static HttpResponse<String> tryUndo(UUID run, String plan) {
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("plan", plan);
    return SITE.runs().http().tryTo("POST", "api/v1/runs/" + run + ":undo", body);
  }

  private static void assertRefused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(Json.read(answer.body()).path("code").asText()).isEqualTo(code);
  }
}
