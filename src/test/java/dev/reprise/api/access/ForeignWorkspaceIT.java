package dev.reprise.api.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.fixture.Timetable;
import dev.reprise.api.http.ProblemType;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is for another tenant is answered as if it did not exist, and is in no list. */
class ForeignWorkspaceIT {

  private static final Client ACME = new Client("ana@acme");
  private static final Client BETA = new Client("bo@beta");
  private static final String INPUT = "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}";

  @ParameterizedTest
  @CsvSource({
    "quick, beta-files, quick, gone-files, UNKNOWN_WORKSPACE",
    "quick, beta-files/sub, quick, gone-files/sub, UNKNOWN_WORKSPACE",
    "beta-clerk, test, gone-clerk, test, UNKNOWN_AGENT"
  })
  void isRefusedAtSubmissionAsWhatDoesNotExist(
      String agent, String place, String noAgent, String noPlace, ProblemType type) {
    var theirs = ACME.post("runs", Client.submission(agent, INPUT, place)).isProblem(type);
    var nothing = ACME.post("runs", Client.submission(noAgent, INPUT, noPlace)).isProblem(type);

    assertThat(theirs.untraced()).isEqualTo(nothing.untraced());
    assertThat(theirs.body().toString()).contains("there are").doesNotContain("beta");
  }

  @ParameterizedTest
  @CsvSource({"test, beta-files", "quick, beta-clerk"})
  void isRefusedInSchedulesAsWhatDoesNotExist(String ours, String name) {
    String schedule = Timetable.yearly("foreign").replace("\"" + ours + "\"", "\"%s\"");
    var theirs = ACME.post("schedules", schedule.replace("%s", name));
    var nothing = ACME.post("schedules", schedule.replace("%s", "gone"));

    theirs.isProblem(ProblemType.INVALID_SCHEDULE);
    assertThat(theirs.untraced()).isEqualTo(nothing.untraced());
    assertThat(theirs.body().toString()).contains("there are").doesNotContain("beta");
    ACME.get("schedules/foreign").isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void isUsedByItsOwnTenant() {
    for (String place : new String[] {"beta-files", "test"}) {
      var answer = BETA.post("runs", Client.submission("beta-clerk", INPUT, place));
      assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    }
    assertThat(ACME.post("runs", Client.submission("quick", INPUT, "acme-files")).status())
        .isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(strings = {"agents", "tools", "mcp-servers", "breakers", "tools/sql_query"})
  void isInNoList(String list) {
    var answer = ACME.get(list);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body().toString()).doesNotContain("beta");
  }

  @Test
  void isInTheListsOfItsOwnTenant() {
    assertThat(BETA.get("agents").body().findValuesAsText("name")).contains("beta-clerk", "quick");
    assertThat(BETA.get("agents/beta-clerk").status()).isEqualTo(200);
    assertThat(BETA.get("mcp-servers").body().findValuesAsText("server"))
        .containsExactly("beta_tools");
    ACME.get("agents/beta-clerk").isProblem(ProblemType.NOT_FOUND);
  }

  @Test
  void isAskedForByAnAgentInVain() {
    var submitted = ACME.post("runs", Client.submission("curious", "{}", "test"));
    assertThat(submitted.status()).as("%s", submitted.body()).isEqualTo(202);
    UUID run = UUID.fromString(submitted.body().path("id").asText());
    await().atMost(Duration.ofSeconds(30)).until(() -> ACME.status(run).equals("COMPLETED"));

    Map<String, String> failures = failures(run);

    assertThat(failures).hasSize(4);
    assertThat(failures.get("their-agent"))
        .startsWith("unknown_agent: there is no agent 'beta-clerk'; there are [")
        .isEqualTo(failures.getOrDefault("no-agent", "").replace("gone", "beta"));
    assertThat(failures.get("their-source"))
        .isEqualTo("unknown_source: there is no data source 'beta-books' for you; there are: none")
        .isEqualTo(failures.getOrDefault("no-source", "").replace("gone", "beta"));
    assertThat(failures.get("no-agent") + failures.get("no-source")).doesNotContain("beta");
  }

  private static Map<String, String> failures(UUID run) {
    Map<String, String> failures = new TreeMap<>();
    for (JsonNode event : ACME.get("runs/" + run + "/events?limit=200").body().path("items")) {
      if (event.path("type").asText().equals("tool-call.failed")) {
        JsonNode failure = event.at("/data/failure");
        failures.put(
            event.at("/data/callId").asText(),
            failure.path("code").asText() + ": " + failure.path("message").asText());
      }
    }
    return failures;
  }

  @Test
  void isInNoProblemOfADocument() {
    var answer =
        ACME.post(
            "agents:validate",
            "application/yaml",
            BodyPublishers.ofString(
                """
                name: mine
                tenants: [acme]
                description: Wants a tool.
                tools: [beta_tools__look]
                phases: [{name: only, prompt: Go.}]
                model: {provider: scripted, script: {only: [{text: Gone.}]}}
                """));

    answer.isProblem(ProblemType.INVALID_AGENT);
    assertThat(answer.body().toString().replace("'beta_tools__look'", "")).doesNotContain("beta");
  }

  @Test
  void namesItsTenantsInDocumentsThatAreToBeUsedHere() {
    var answer =
        ACME.post(
            "agents:validate",
            "application/yaml",
            BodyPublishers.ofString(
                """
                name: mine
                description: Says nothing of tenants.
                phases: [{name: only, prompt: Go.}]
                model: {provider: scripted, script: {only: [{text: Gone.}]}}
                """));

    answer.isProblem(ProblemType.INVALID_AGENT);
    assertThat(answer.body().path("errors").findValuesAsText("path")).containsExactly("tenants");
  }
}
