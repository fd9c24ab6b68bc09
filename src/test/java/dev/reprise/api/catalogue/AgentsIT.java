package dev.reprise.api.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Agents are shown as they are, also the broken ones, and documents are checked without a run. */
class AgentsIT {

  private static final Client VIEWER = new Client("viewer");

  @Test
  void aUsableAgentShowsWhatItDoes() {
    var agent = VIEWER.get("agents/slow").body();

    assertThat(agent.path("usable").asBoolean()).isTrue();
    assertThat(agent.path("version").asText()).matches("[0-9a-f]{64}");
    assertThat(agent.path("model").path("provider").asText()).isEqualTo("scripted");
    assertThat(agent.path("phases").path(0).path("name").asText()).isEqualTo("count");
    assertThat(agent.path("tools").path(0).asText()).isEqualTo("list_files");
    assertThat(agent.path("limits").path("deadline").asText()).startsWith("PT");
  }

  @Test
  void anAgentShowsItsVersionsAndTheirDocuments() {
    new Client("operator").submit("quick");
    String version = VIEWER.get("agents/quick").body().path("version").asText();

    JsonNode present = VIEWER.get("agents/quick/versions").body().path("items").path(0);
    assertThat(present.path("version").asText()).isEqualTo(version);
    assertThat(present.path("present").asBoolean()).isTrue();
    assertThat(present.path("firstSeenAt").asText()).startsWith("20");

    var document = VIEWER.get("agents/quick/versions/" + version).body();
    assertThat(document.path("version").asText()).isEqualTo(version);
    assertThat(document.path("document").path("name").asText()).isEqualTo("quick");
  }

  @Test
  void aVersionOfAnotherAgentIsNoneOfThisOne() {
    new Client("operator").submit("quick");
    String version = VIEWER.get("agents/quick").body().path("version").asText();

    VIEWER.get("agents/slow/versions/" + version).isProblem(ProblemType.NOT_FOUND);
    VIEWER.get("agents/quick/versions/" + "0".repeat(64)).isProblem(ProblemType.NOT_FOUND);
    VIEWER.get("agents/never-made/versions").isProblem(ProblemType.NOT_FOUND);
    assertThat(VIEWER.get("agents/broken/versions").body().path("items")).isEmpty();
  }

  @Test
  void aBrokenAgentShowsItsProblems() {
    var agent = VIEWER.get("agents/broken").body();

    assertThat(agent.path("usable").asBoolean()).isFalse();
    assertThat(agent.path("problems").findValuesAsText("path")).contains("tools[0]");
  }

  @Test
  void theListHasBoth() {
    assertThat(VIEWER.get("agents").body().path("items").findValuesAsText("name"))
        .contains("surveyor", "quick", "slow", "broken");
  }

  @Test
  void aValidDocumentHasTheVersionThatTheCatalogueShows() throws IOException {
    var answer = validate(Files.readString(Path.of("src/test/agents/quick.yaml")));

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().path("name").asText()).isEqualTo("quick");
    assertThat(answer.body().path("version"))
        .isEqualTo(VIEWER.get("agents/quick").body().path("version"));
  }

  @Test
  void aDocumentIsToldAllItsProblemsAtOnce() throws IOException {
    var answer =
        validate(Files.readString(Path.of("src/test/agents/broken.yaml")))
            .isProblem(ProblemType.INVALID_AGENT);

    assertThat(answer.body().path("errors").findValuesAsText("path"))
        .contains("tools[0]")
        .hasSizeGreaterThan(1);
  }

  @Test
  void badYamlIsToldItsLine() {
    var answer = validate("name: x\n  bad: [").isProblem(ProblemType.INVALID_AGENT);

    assertThat(answer.body().path("errors").path(0).path("path").asText()).startsWith("line ");
  }

  @Test
  void whatIsNotUtf8IsRefused() {
    VIEWER
        .post(
            "agents:validate",
            "application/yaml",
            BodyPublishers.ofByteArray(new byte[] {(byte) 0xff, (byte) 0xfe}))
        .isProblem(ProblemType.INVALID_AGENT);
  }

  private static Client.Answer validate(String document) {
    return VIEWER.post("agents:validate", "application/yaml", BodyPublishers.ofString(document));
  }
}
