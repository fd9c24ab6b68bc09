package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.ScriptedServer;
import dev.reprise.platform.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code reprise doctor} against prepared answers: what it prints, and how it ends. */
class DoctorCommandTest {

  private static final String WELL = health("UP", "\"durability\": \"durable\"");
  private static final String CALLER =
      "{\"name\": \"ana\", \"tenant\": \"acme\", \"roles\": [\"viewer\", \"auditor\"]}";
  private static final String NOTHING = "{\"items\": []}";

  /** The checks that ask the API, beside that of the version, which development does not know. */
  private static final int CHECKS = 9;

  private final ScriptedServer server = new ScriptedServer();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void nothingIsWrong() {
    server.json(200, WELL).json(200, CALLER);
    answersToChecks(CHECKS);

    assertThat(execute("-o", "json")).as("%s", out).isZero();
    assertThat(Json.read(out.toString())).isEmpty();
    assertThat(err.toString())
        .contains("logged in as ana of tenant acme; roles: viewer, auditor")
        .contains("nothing is wrong with " + server.address());
  }

  @Test
  void filesAreCheckedWithoutAServer(@TempDir Path directory) throws Exception {
    Path servers = directory.resolve("mcp.yaml");
    Files.writeString(servers, "- {name: a b, transport: http, url: 'http://x'}\n- {name: a}\n");
    Path policy = Files.writeString(directory.resolve("policy.yaml"), "- {nam: x}\n");

    assertThat(
            execute(
                "-o",
                "json",
                "--file",
                "mcp-servers=" + servers,
                "--file",
                "tool-policy=" + policy))
        .isEqualTo(1);

    assertThat(Json.read(out.toString()).findValuesAsText("finding"))
        .anyMatch(it -> it.startsWith(servers + ", line 1, column 4: servers[0].name must"))
        .anyMatch(it -> it.startsWith(servers + ", line 2, column 3: servers[1].transport "))
        .anyMatch(it -> it.startsWith(policy + ", line 1, column 4: rules[0].nam is not allowed"));
    assertThat(server.asked()).isEmpty();
  }

  @Test
  void anUnknownKindOfFileIsRefused() {
    assertThat(execute("--file", "mcp=x")).isEqualTo(2);
    assertThat(err.toString())
        .contains("'--file'", "must be one of agent, artifact, contract, mcp-servers", "'mcp'");
  }

  /** No document may be larger, and a device has no end. */
  @ParameterizedTest
  @ValueSource(strings = {"agent", "mcp-servers", "redaction"})
  void aFileIsReadNoFurtherThanAServerReadsIt(String kind) {
    assertThat(execute("-o", "json", "--file", kind + "=/dev/zero")).isEqualTo(1);
    assertThat(Json.read(out.toString()).findValuesAsText("finding"))
        .containsExactly("/dev/zero: is larger than 256 KiB");
  }

  @Test
  void warningsAloneAreASuccess() {
    server.json(503, health("DOWN", "\"maintenance\": \"more memory\"")).json(200, CALLER);
    answersToChecks(CHECKS);

    assertThat(execute("-o", "jsonl")).isZero();
    JsonNode finding = Json.read(out.toString());
    assertThat(finding.path("severity").asText()).isEqualTo("warning");
    assertThat(finding.path("finding").asText()).contains("more memory");
    assertThat(finding.path("remedy").asText()).contains("reprise maintenance end");
  }

  @Test
  void anErrorIsAFailureAndATableHasItsLines() {
    server.json(200, health("UP", "\"durability\": \"degraded\"")).json(200, CALLER);
    answersToChecks(CHECKS);

    assertThat(execute("-o", "table")).isEqualTo(1);
    assertThat(out.toString().lines().map(line -> line.split(" ", 2)[0]))
        .containsExactly("SEVERITY", "FINDING", "REMEDY");
  }

  @Test
  void aServerThatCannotBeReachedIsAFinding() {
    server.close();

    assertThat(execute("-o", "jsonl")).isEqualTo(1);
    assertThat(Json.read(out.toString()).path("finding").asText()).contains("cannot be reached");
    assertThat(Json.read(out.toString()).path("remedy").asText()).contains("--server");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aServerThatIsNotRepriseIsAFinding() {
    server.withoutApplication();

    assertThat(execute("-o", "jsonl")).isEqualTo(1);
    assertThat(Json.read(out.toString()).path("finding").asText())
        .contains("answers 404, and not as Reprise does");
  }

  @Test
  void aLoginThatIsRefusedIsAFindingBesideThoseOfTheHealth() {
    server.json(200, health("UP", "\"approvals\": \"test profile\"")).problem(401, "unauthorized");

    assertThat(execute("-o", "json")).isEqualTo(1);
    JsonNode found = Json.read(out.toString());
    assertThat(found).hasSize(2);
    assertThat(found.get(0).path("finding").asText()).contains("test profile");
    assertThat(found.get(1).path("finding").asText()).contains("does not accept the login");
    assertThat(server.asked()).as("no further question").hasSize(2);
  }

  @Test
  void whatTheLoginMayNotSeeIsAWarningAndTheRestIsChecked() {
    server.json(200, WELL).json(200, CALLER).problem(403, "forbidden");
    answersToChecks(CHECKS - 1);

    assertThat(execute("-o", "jsonl")).isZero();
    assertThat(Json.read(out.toString()).path("finding").asText())
        .isEqualTo("This login may not see the configuration, so that was not checked.");
  }

  @Test
  void aQuestionThatFailsIsAnErrorAndTheRestIsChecked() {
    server.json(200, WELL).json(200, CALLER).problem(500, "internal");
    answersToChecks(CHECKS - 1);

    assertThat(execute("-o", "jsonl")).isEqualTo(1);
    assertThat(Json.read(out.toString()).path("finding").asText())
        .startsWith("The server does not answer about the configuration: ");
  }

  @Test
  void inProductionMoreIsNeededAndWhatALoginMayNotSeeIsSaid() {
    server.json(200, health("UP", "\"approvals\": \"test profile\"")).json(200, CALLER);
    answersToChecks(CHECKS);
    server.problem(403, "forbidden").problem(403, "forbidden"); // the settings, the audit record
    answersToChecks(2); // budgets and agents
    server.problem(403, "forbidden"); // the webhooks

    assertThat(execute("--production", "-o", "json")).isEqualTo(1);
    JsonNode found = Json.read(out.toString());
    assertThat(found.findValuesAsText("finding"))
        .satisfiesOnlyOnce(it -> assertThat(it).contains("The test profile is on"))
        .anyMatch(it -> it.startsWith("The certificate was not checked"))
        .contains(
            "This login may not see the sealing keys, so that was not checked.",
            "This login may not see the retention, so that was not checked.",
            "This login may not see the webhooks, so that was not checked.",
            "Nothing limits what the runs of the tenant cost in a day.");
    assertThat(found.get(1).path("severity").asText()).as("test profile").isEqualTo("error");
    assertThat(server.asked()).hasSize(2 + CHECKS + 5);
  }

  @Test
  void productionIsAQuestionToAServer() {
    assertThat(execute("--production", "--file", "prices=x")).isEqualTo(2);
    assertThat(err.toString()).contains("--production asks a server, and --file does not");
    assertThat(server.asked()).isEmpty();
  }

  private void answersToChecks(int count) {
    for (int i = 0; i < count; i++) {
      server.json(200, NOTHING);
    }
  }

  private static String health(String status, String data) {
    return """
        {"status": "%s", "checks": [{"name": "database", "status": "%s", "data": {%s}}]}
        """
        .formatted(status, status, data);
  }

  private int execute(String... arguments) {
    String[] all = new String[arguments.length + 5];
    all[0] = "doctor";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    System.arraycopy(
        new String[] {"--server", server.address().toString(), "--api-key", "k"},
        0,
        all,
        arguments.length + 1,
        4);
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all);
  }
}
