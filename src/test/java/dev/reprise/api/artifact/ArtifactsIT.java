package dev.reprise.api.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.GeneratedTool;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Admins bring and judge generated tools; no trust comes with them. */
class ArtifactsIT {

  private static final Client ADMIN = new Client("admin");
  private static final Client ADMIN_OF_BETA = new Client("eve@beta");
  private static final String REASON = "{\"reason\": \"for a test\"}";

  private final GeneratedTool tool = GeneratedTool.named("m-" + UUID.randomUUID());
  private final String address = "artifacts/" + tool.address();

  @Test
  void anImportIsNotTrustedMoreForWhatItsDocumentSays() {
    JsonNode imported = tool.put(ADMIN, tool.document("return input.titles; // 1")).body();

    assertThat(imported.at("/artifact/stage").asText()).isEqualTo("STAGED");
    assertThat(imported.at("/artifact/fitness/successes").asInt()).isZero();
    assertThat(imported.at("/artifact/nextCall/reason").asText()).isEqualTo("STAGED");
    assertThat(imported.at("/document/generations/0/origin/trigger").asText())
        .isEqualTo("IMPORTED");
    assertThat(imported.at("/artifact").has("rank")).isFalse();
  }

  @Test
  void anExportIsImportedAgainAndShowsWhatItChanged() {
    tool.importedBy(ADMIN);
    stageAfter("promote");
    JsonNode exported = ADMIN.get(address).body().path("document");
    assertThat(tool.put(ADMIN, exported.toString()).status()).isEqualTo(200);
    tool.put(ADMIN, tool.document("return input.titles; // 2"));

    JsonNode shown = ADMIN.get(address).body();

    assertThat(shown.at("/document/generations")).hasSize(3);
    assertThat(shown.at("/artifact/stage").asText()).isEqualTo("STAGED");
    assertThat(shown.at("/changes/0/diff").asText())
        .contains("-return input.titles; // 1", "+return input.titles; // 2");
    assertThat(shown.at("/changes/1/diff").asText()).isEmpty();
  }

  @Test
  void goesThroughTheStagesAndBack() {
    tool.importedBy(ADMIN);
    tool.put(ADMIN, tool.document("return input.titles; // 2"));

    assertThat(stageAfter("promote")).isEqualTo("CANARY");
    assertThat(stageAfter("promote")).isEqualTo("PROMOTED");
    ADMIN.post(address + ":promote", REASON).isProblem(ProblemType.ARTIFACT_NOT_PROMOTABLE);
    assertThat(stageAfter("quarantine")).isEqualTo("QUARANTINED");
    ADMIN.post(address + ":promote", REASON).isProblem(ProblemType.ARTIFACT_NOT_PROMOTABLE);
    assertThat(stageAfter("bless")).isEqualTo("STAGED");
    assertThat(stageAfter("rollback")).isEqualTo("STAGED");
    ADMIN.post(address + ":rollback", REASON).isProblem(ProblemType.NO_EARLIER_GENERATION);
    ADMIN.post(address + ":bless", "{}").isProblem(ProblemType.INVALID_VALUE);
    JsonNode standing = ADMIN.get(address).body().at("/document/standing");
    assertThat(standing.path("by").asText()).isEqualTo("admin");
    assertThat(standing.path("reason").asText()).isEqualTo("for a test");
  }

  @Test
  void isDecidedAboutAsItWasSeen() {
    acting(":promote", "\"any\"").isProblem(ProblemType.NOT_FOUND);
    tool.importedBy(ADMIN);
    String seen = ADMIN.get(address).header("ETag");

    assertThat(seen).contains("STAGED");
    Client.Answer promoted = acting(":promote", seen);
    assertThat(promoted.status()).as("%s", promoted.body()).isEqualTo(200);
    assertThat(promoted.header("ETag"))
        .isEqualTo(ADMIN.get(address).header("ETag"))
        .contains("CANARY");
    acting(":quarantine", seen).isProblem(ProblemType.PRECONDITION_FAILED);
    acting(":promote", seen).isProblem(ProblemType.PRECONDITION_FAILED);
    Client.send(
            ADMIN
                .request(address)
                .header("Content-Type", "application/json")
                .header("If-Match", seen)
                .PUT(
                    BodyPublishers.ofString(
                        "{\"document\": %s}"
                            .formatted(tool.document("return input.titles; // 2")))))
        .isProblem(ProblemType.PRECONDITION_FAILED);
    JsonNode artifact = ADMIN.get(address).body();
    assertThat(artifact.at("/artifact/stage").asText()).isEqualTo("CANARY");
    assertThat(artifact.at("/document/generations")).hasSize(1);
  }

  private Client.Answer acting(String action, String ifMatch) {
    return Client.send(
        ADMIN
            .request(address + action)
            .header("Content-Type", "application/json")
            .header("If-Match", ifMatch)
            .POST(BodyPublishers.ofString(REASON)));
  }

  @Test
  void isListedByPagesAndStages() {
    tool.importedBy(ADMIN);
    GeneratedTool.named(tool.method() + "-b").importedBy(ADMIN);

    String cursor = "";
    String names = "";
    do {
      JsonNode page = ADMIN.get("artifacts?role=feed_reader&stage=STAGED&limit=1" + cursor).body();
      assertThat(page.path("items")).hasSize(1);
      names += page.at("/items/0/method").asText() + " ";
      cursor = page.has("nextCursor") ? "&cursor=" + page.path("nextCursor").asText() : "";
    } while (!cursor.isEmpty());

    assertThat(names).contains(tool.method() + " ", tool.method() + "_b ");
    assertThat(ADMIN.get("artifacts?stage=QUARANTINED").body().toString())
        .doesNotContain(tool.method());
    ADMIN.get("artifacts?stage=TRUSTED").isProblem(ProblemType.INVALID_PARAMETER);
    ADMIN.get("artifacts?cursor=x").isProblem(ProblemType.INVALID_PARAMETER);
  }

  @Test
  void aDocumentMustBeWhatWasWrittenAndOfTheAddress() {
    var changed =
        tool.put(
            ADMIN,
            tool.document("return input.titles; // 1")
                .replace("return input.titles; // 1", "return secrets"));
    changed.isProblem(ProblemType.INVALID_ARTIFACT);
    assertThat(changed.body().path("detail").asText()).contains("checksum");

    tool.put(ADMIN, GeneratedTool.named("another").document("return input.titles; // 1"))
        .isProblem(ProblemType.INVALID_ARTIFACT);
    tool.put(ADMIN, "[]").isProblem(ProblemType.INVALID_ARTIFACT);
    tool.put(ADMIN, "null").isProblem(ProblemType.INVALID_ARTIFACT);
    ADMIN.get(address).isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void codeThatDoesNotPassItsChecksIsNotPromoted() {
    tool.put(ADMIN, tool.document("return input.titles.length"));
    var refused = ADMIN.post(address + ":promote", REASON);
    refused.isProblem(ProblemType.ARTIFACT_NOT_PROMOTABLE);
    assertThat(refused.body().path("detail").asText()).contains("example 'two titles'");

    tool.put(ADMIN, tool.document("return ("));
    refused = ADMIN.post(address + ":promote", REASON);
    assertThat(refused.body().path("detail").asText()).contains("SyntaxError");
    assertThat(ADMIN.get(address).body().at("/artifact/stage").asText()).isEqualTo("STAGED");
  }

  @Test
  void eachDecisionIsKeptAndCanBeUndone() {
    tool.importedBy(ADMIN);
    stageAfter("promote");
    assertThat(stageAfter("regenerate")).isEqualTo("ARCHIVED");
    assertThat(nextCall()).isEqualTo("GENERATE ARCHIVED");
    assertThat(stageAfter("restore")).isEqualTo("CANARY");
    assertThat(nextCall()).isEqualTo("RUN HEALTHY");
    assertThat(stageAfter("archive")).isEqualTo("ARCHIVED");
    assertThat(stageAfter("quarantine")).isEqualTo("QUARANTINED");
    assertThat(nextCall()).isEqualTo("REFUSE QUARANTINED");

    JsonNode changes = ADMIN.get(address + "/changes").body().path("items");
    assertThat(changes.findValuesAsText("action"))
        .containsExactly("quarantined", "archived", "restored", "outdated", "promoted", "imported");
    assertThat(changes.get(0).path("by").asText()).isEqualTo("admin");
    assertThat(changes.get(5).path("undoable").asBoolean()).isFalse();
    String archived = changes.get(1).path("id").asText();
    JsonNode restored =
        ADMIN
            .post(
                address + ":restore",
                "{\"reason\": \"for a test\", \"change\": \"%s\"}".formatted(archived))
            .body();
    assertThat(restored.at("/artifact/stage").asText()).isEqualTo("CANARY");
    ADMIN
        .post(
            address + ":restore",
            "{\"reason\": \"for a test\", \"change\": \"%s\"}".formatted(UUID.randomUUID()))
        .isProblem(ProblemType.NOTHING_TO_RESTORE);
  }

  private String nextCall() {
    JsonNode next = ADMIN.get(address).body().at("/artifact/nextCall");
    return next.path("action").asText() + " " + next.path("reason").asText();
  }

  @Test
  void isNotPutAwayWhileItIsNew() {
    tool.importedBy(ADMIN);

    for (String action : new String[] {"archive-unused", "prune"}) {
      JsonNode dry = ADMIN.post("artifacts:" + action, REASON).body();
      assertThat(dry.path("dryRun").asBoolean()).isTrue();
      assertThat(dry.path("items").toString()).doesNotContain(tool.method());
      JsonNode done =
          ADMIN
              .post("artifacts:" + action, "{\"reason\": \"for a test\", \"dryRun\": false}")
              .body();
      assertThat(done.path("dryRun").asBoolean()).isFalse();
      ADMIN.post("artifacts:" + action, "{}").isProblem(ProblemType.INVALID_VALUE);
    }
    assertThat(ADMIN.get(address).status()).isEqualTo(200);
    assertThat(ADMIN.get("artifact-trends?role=feed_reader&days=7").body().path("items").isArray())
        .isTrue();
    ADMIN.get("artifact-trends?days=0").isProblem(ProblemType.INVALID_PARAMETER);
  }

  @Test
  void killSwitchesStopStoredCodeOfTheTenantAlone() {
    JsonNode off =
        ADMIN_OF_BETA
            .post("admin/kill-switches", "{\"kind\": \"STORED_CODE\", \"reason\": \"for a test\"}")
            .body();
    assertThat(off.path("by").asText()).isEqualTo("eve@beta");

    tool.importedBy(ADMIN_OF_BETA);
    JsonNode canary = ADMIN_OF_BETA.post(address + ":promote", REASON).body();
    assertThat(canary.at("/artifact/nextCall/reason").asText()).isEqualTo("READ_OFF");
    JsonNode promoted = ADMIN_OF_BETA.post(address + ":promote", REASON).body();
    assertThat(promoted.at("/artifact/stage").asText()).isEqualTo("PROMOTED");
    assertThat(promoted.at("/artifact").has("rank")).isFalse();
    tool.importedBy(ADMIN);
    JsonNode elsewhere = ADMIN.post(address + ":promote", REASON).body();
    assertThat(elsewhere.at("/artifact/nextCall/reason").asText()).isEqualTo("HEALTHY");

    ADMIN_OF_BETA.post("admin/kill-switches/%s:release".formatted(off.path("id").asText()), "");
    assertThat(ADMIN_OF_BETA.get(address).body().at("/artifact").has("rank")).isTrue();
  }

  @Test
  void isTheBusinessOfItsTenantAlone() {
    tool.importedBy(ADMIN);

    ADMIN_OF_BETA.get(address).isProblem(ProblemType.NOT_FOUND);
    ADMIN_OF_BETA.post(address + ":quarantine", REASON).isProblem(ProblemType.NOT_FOUND);
    assertThat(ADMIN_OF_BETA.get("artifacts").body().toString()).doesNotContain(tool.method());
  }

  private String stageAfter(String action) {
    var answer = ADMIN.post(address + ":" + action, REASON);
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
    return answer.body().at("/artifact/stage").asText();
  }
}
