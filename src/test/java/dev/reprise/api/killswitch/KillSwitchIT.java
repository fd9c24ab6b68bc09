package dev.reprise.api.killswitch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.api.fixture.Client;
import dev.reprise.api.http.ProblemType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Admins stop things of their tenant, and those of the tenant {@code default} also of others. */
class KillSwitchIT {

  private static final String PATH = "admin/kill-switches";
  private static final Client ADMIN = new Client("admin");
  private static final Client ADMIN_OF_BETA = new Client("eve@beta");
  private static final Client OPERATOR_OF_BETA = new Client("bo@beta");

  @Test
  void aSubmissionIsRefusedWithWhoAndWhyUntilItIsReleased() {
    JsonNode set = set(ADMIN_OF_BETA, "\"kind\": \"AGENT\", \"name\": \"quick\"");
    assertThat(set.path("tenant").asText()).isEqualTo("beta");

    var refused = submit(OPERATOR_OF_BETA).isProblem(ProblemType.SWITCHED_OFF);
    assertThat(refused.body().path("detail").asText())
        .startsWith("agent 'quick' is switched off by eve@beta since ")
        .endsWith(": for a test.");
    assertThat(submit(new Client("operator")).status()).as("another tenant").isEqualTo(202);
    assertThat(OPERATOR_OF_BETA.get(PATH).body().path("items").toString())
        .contains(set.path("id").asText());
    assertThat(new Client("ana@acme").get(PATH).body().path("items").toString())
        .doesNotContain(set.path("id").asText());

    assertThat(release(ADMIN_OF_BETA, set)).isEqualTo(204);
    assertThat(submit(OPERATOR_OF_BETA).status()).isEqualTo(202);
    assertThat(release(ADMIN_OF_BETA, set)).isEqualTo(404);
  }

  @Test
  void adminsOfTheServerStopAnotherTenant() {
    submit(OPERATOR_OF_BETA); // without a run, the tenant may not be known
    JsonNode set = set(ADMIN, "\"kind\": \"TENANT\", \"tenant\": \"beta\"");

    submit(OPERATOR_OF_BETA).isProblem(ProblemType.SWITCHED_OFF);
    assertThat(release(ADMIN_OF_BETA, set)).as("by the tenant").isEqualTo(204);
    assertThat(submit(OPERATOR_OF_BETA).status()).isEqualTo(202);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "*"})
  void otherAdminsStopNoOtherTenant(String tenant) {
    ADMIN_OF_BETA
        .post(PATH, body("\"kind\": \"TENANT\", \"tenant\": \"%s\"".formatted(tenant)))
        .isProblem(ProblemType.FORBIDDEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"name\": \"quick\"",
        "\"kind\": \"AGENT\"",
        "\"kind\": \"MODEL_CALLS\", \"name\": \"quick\"",
        "\"kind\": \"AGENT\", \"name\": \"not a name\"",
        "\"kind\": \"TENANT\", \"tenant\": \"not a tenant\""
      })
  void oneThatIsNotValidIsRefused(String members) {
    ADMIN.post(PATH, body(members)).isProblem(ProblemType.INVALID_VALUE);
  }

  @Test
  void aNameThatIsNotKnownIsRefusedWithTheNearest() {
    String misspelt = "\"kind\": \"TOOL\", \"name\": \"raed_file\"";
    var refused = ADMIN.post(PATH, body(misspelt)).isProblem(ProblemType.INVALID_VALUE);
    assertThat(refused.body().toString())
        .contains("is no tool of this server, which has read_file")
        .contains("stops nothing until there is one");
    ADMIN
        .post(PATH, body("\"kind\": \"AGENT\", \"name\": \"qiuck\""))
        .isProblem(ProblemType.INVALID_VALUE);

    JsonNode set = set(ADMIN, misspelt + ", \"unknown\": true");

    assertThat(set.path("known").asBoolean(true)).isFalse();
    assertThat(release(ADMIN, set)).isEqualTo(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"kind\": \"TENANT\"", "\"kind\": \"TOOL\", \"name\": \"read_file\""})
  void aTenantThatWasNeverSeenIsRefused(String what) {
    String misspelt = what + ", \"tenant\": \"nobody-knows\"";
    var refused = ADMIN.post(PATH, body(misspelt)).isProblem(ProblemType.INVALID_VALUE);
    assertThat(refused.body().at("/errors/0/path").asText()).isEqualTo("tenant");

    JsonNode set = set(ADMIN, misspelt + ", \"unknown\": true");

    assertThat(set.path("known").asBoolean(true)).isFalse();
    assertThat(release(ADMIN, set)).isEqualTo(204);
  }

  @Test
  void trialsAreStoppedByTheNameOfTheirAgent() {
    JsonNode set = set(ADMIN_OF_BETA, "\"kind\": \"AGENT\", \"name\": \"trial\"");

    assertThat(set.path("known").asBoolean()).isTrue();
    assertThat(release(ADMIN_OF_BETA, set)).isEqualTo(204);
  }

  @Test
  void toolsAndAgentsSayThatTheyAreSwitchedOff() {
    JsonNode tool = set(ADMIN_OF_BETA, "\"kind\": \"TOOL\", \"name\": \"read_file\"");
    JsonNode agent = set(ADMIN_OF_BETA, "\"kind\": \"AGENT\", \"name\": \"quick\"");

    assertThat(tool.path("known").asBoolean()).isTrue();
    for (String path : new String[] {"tools/read_file", "agents/quick"}) {
      assertThat(OPERATOR_OF_BETA.get(path).body().at("/switchedOff/reason").asText())
          .isEqualTo("for a test");
      assertThat(new Client("operator").get(path).body().has("switchedOff")).isFalse();
    }
    release(ADMIN_OF_BETA, tool);
    release(ADMIN_OF_BETA, agent);
  }

  private static JsonNode set(Client admin, String members) {
    var set = admin.post(PATH, body(members));
    assertThat(set.status()).as("%s", set.body()).isEqualTo(201);
    return set.body();
  }

  private static int release(Client admin, JsonNode set) {
    return admin.post(PATH + "/" + set.path("id").asText() + ":release", "").status();
  }

  private static String body(String members) {
    return "{%s, \"reason\": \"for a test\"}".formatted(members);
  }

  private static Client.Answer submit(Client operator) {
    String input = "{\"topic\": \"tea\", \"author\": {\"name\": \"Ana\"}}";
    return operator.post("runs", Client.submission("quick", input, "test"));
  }
}
