package dev.reprise.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.http.ProblemType;
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
    JsonNode imported = tool.put(ADMIN, tool.document("return 1")).body();

    assertThat(imported.at("/artifact/stage").asText()).isEqualTo("STAGED");
    assertThat(imported.at("/artifact/fitness/successes").asInt()).isZero();
    assertThat(imported.at("/artifact/nextCall/reason").asText()).isEqualTo("HEALTHY");
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
    tool.put(ADMIN, tool.document("return 2"));

    JsonNode shown = ADMIN.get(address).body();

    assertThat(shown.at("/document/generations")).hasSize(3);
    assertThat(shown.at("/artifact/stage").asText()).isEqualTo("STAGED");
    assertThat(shown.at("/changes/0/diff").asText()).contains("-return 1", "+return 2");
    assertThat(shown.at("/changes/1/diff").asText()).isEmpty();
  }

  @Test
  void goesThroughTheStagesAndBack() {
    tool.importedBy(ADMIN);
    tool.put(ADMIN, tool.document("return 2"));

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
    var changed = tool.put(ADMIN, tool.document("return 1").replace("return 1", "return secrets"));
    changed.isProblem(ProblemType.INVALID_ARTIFACT);
    assertThat(changed.body().path("detail").asText()).contains("checksum");

    tool.put(ADMIN, GeneratedTool.named("another").document("return 1"))
        .isProblem(ProblemType.INVALID_ARTIFACT);
    tool.put(ADMIN, "[]").isProblem(ProblemType.INVALID_ARTIFACT);
    tool.put(ADMIN, "null").isProblem(ProblemType.INVALID_ARTIFACT);
    ADMIN.get(address).isProblem(ProblemType.NOT_FOUND);
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
