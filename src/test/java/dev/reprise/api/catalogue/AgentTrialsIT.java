package dev.reprise.api.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.Json;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An agent that is not deployed runs with the scripted model, and with nothing else. */
@Tag("door")
class AgentTrialsIT {

  private static final Client ADMIN = new Client("admin");

  private static final String DOCUMENT =
      """
      name: tried
      description: Is not deployed.
      tenants: "*"
      model: {provider: openai, name: gpt-6, fallbacks: [{provider: openai, name: gpt-5}]}
      tools: [list_files]
      phases:
        - {name: look, prompt: "Look for {{input.thing}}.", tools: [list_files]}
        - {name: tell, prompt: "Tell it."}
      """;

  private static ObjectNode trial(String document) {
    ObjectNode trial = JsonNodeFactory.instance.objectNode();
    trial.put("document", document).put("workspace", "test");
    trial.putObject("input").put("thing", "tea");
    return trial;
  }

  private static Client.Answer tryOut(ObjectNode trial) {
    return ADMIN.post("agents:try", Json.write(trial));
  }

  private static UUID completed(Client.Answer answer) {
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    UUID run = UUID.fromString(answer.body().path("id").asText());
    await().atMost(Duration.ofSeconds(60)).until(() -> ADMIN.status(run), "COMPLETED"::equals);
    return run;
  }

  private static String output(UUID run) {
    return ADMIN
        .get("runs/" + run + "/events?limit=200")
        .body()
        .path("items")
        .valueStream()
        .filter(event -> event.path("type").asText().equals("run.completed"))
        .map(event -> event.path("data").path("output").asText())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void answersEachPhaseWithItsPromptUnlessThereIsAScript() {
    Client.Answer answer = tryOut(trial(DOCUMENT));

    assertThat(answer.body().path("labels").path("trial").asText()).isEqualTo("scripted");
    assertThat(answer.body().path("labels").path("trial-of").asText()).isEqualTo("tried");
    assertThat(answer.body().path("agent").asText()).isEqualTo("trial");
    assertThat(output(completed(answer))).isEqualTo("Tell it.");
    ADMIN.get("agents/tried").isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void callsTheToolsOfAScript() {
    ObjectNode trial = trial(DOCUMENT);
    trial.set(
        "script",
        Json.read(
            """
            {"look": [{"calls": [{"id": "all", "tool": "list_files", "arguments": {"path": "."}}]},
                      {"text": "There is something."}],
             "tell": [{"text": "It is there."}]}"""));

    UUID run = completed(tryOut(trial));

    assertThat(output(run)).isEqualTo("It is there.");
    assertThat(
            ADMIN
                .get("runs/" + run + "/tool-calls")
                .body()
                .path("items")
                .path(0)
                .path("tool")
                .asText())
        .isEqualTo("list_files");
  }

  @Test
  void hasNoMoreRightsThanTheDeployedAgentOfItsName() {
    String before = ADMIN.get("agents/surveyor/versions").body().path("items").toString();
    String surveyor = DOCUMENT.replace("name: tried", "name: surveyor");

    UUID run = completed(tryOut(trial(surveyor)));

    assertThat(ADMIN.get("runs/" + run).body().path("agent").asText()).isEqualTo("trial");
    assertThat(ADMIN.get("agents/surveyor/versions").body().path("items").toString())
        .isEqualTo(before);
    assertThat(
            tryOut(trial(surveyor.replace("list_files", "delete_file")))
                .isProblem(ProblemType.FORBIDDEN)
                .body()
                .path("errors")
                .findValuesAsText("path"))
        .containsExactly("tools[0]");
  }

  @Test
  void isInTheAuditRecordAndForkedByAdminsAlone() {
    UUID run = completed(tryOut(trial(DOCUMENT)));

    assertThat(ADMIN.get("audit?limit=50").body().toString()).contains("agents:try");
    new Client("operator")
        .post("runs/%s:fork".formatted(run), "{\"sequence\": 1}")
        .isProblem(ProblemType.FORBIDDEN);
    assertThat(
            ADMIN
                .post("runs/%s:fork".formatted(run), "{\"sequence\": 1, \"dryRun\": true}")
                .status())
        .isEqualTo(200);
  }

  @Test
  void isForTheTenantsOfTheDocument() {
    tryOut(trial(DOCUMENT.replace("tenants: \"*\"", "tenants: [elsewhere]")))
        .isProblem(ProblemType.INVALID_AGENT);
  }

  @Test
  void refusesWhatADeploymentWouldRefuse() {
    assertThat(
            tryOut(trial(DOCUMENT.replace("list_files", "no_such_tool")))
                .isProblem(ProblemType.INVALID_AGENT)
                .body()
                .path("errors")
                .findValuesAsText("path"))
        .contains("tools[0]");
    ObjectNode trial = trial(DOCUMENT);
    trial.putObject("script").putArray("tell").addObject().put("txt", "?");
    tryOut(trial).isProblem(ProblemType.INVALID_AGENT);
    ObjectNode lacking = trial(DOCUMENT);
    lacking.putObject("input");
    tryOut(lacking).isProblem(ProblemType.MISSING_INPUT);
    tryOut(trial(DOCUMENT).put("workspace", "nowhere")).isProblem(ProblemType.UNKNOWN_WORKSPACE);
    tryOut(trial("[")).isProblem(ProblemType.INVALID_AGENT);
    new Client("operator")
        .post("agents:try", Json.write(trial(DOCUMENT)))
        .isProblem(ProblemType.FORBIDDEN);
  }
}
