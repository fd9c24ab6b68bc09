package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.client.ScriptedServer;
import dev.reprise.fixture.Example;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of agents from the command line, against prepared answers. */
class AgentTestCommandTest {

  private static final String RUN = "0198a000-0000-7000-8000-000000000001";

  private final ScriptedServer server = new ScriptedServer();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final Path directory;

  AgentTestCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aRunThatIsAsExpectedPasses() throws IOException {
    answers("COMPLETED", "Dear Ada, welcome.", "read_file");

    int exit =
        test(
            "{contains: [ada], matches: '^Dear ', tools: [read_file], no-tools: [write_file], max-usd: 0.5}");

    assertThat(exit).as("%s %s", out, err).isZero();
    assertThat(Json.read(out.toString()).at("/0/result").asText()).isEqualTo("passed");
    assertThat(Json.read(server.asked().getFirst().body()))
        .isEqualTo(
            Json.read(
                """
                {"agent": "greeter", "workspace": "w", "input": {"reader": "Ada"},
                 "labels": {"agent-test": "greeter"}}"""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {status: FAILED}     | ended as COMPLETED, not FAILED
          {contains: Bob}      | the output does not contain 'Bob'
          {matches: '^Hello'}  | the output does not match ^Hello
          {tools: [http_get]}  | it did not call http_get
          {no-tools: read_file} | it called read_file
          {max-usd: 0.1}       | it cost 0.25 USD, more than 0.1
          """)
  void aRunThatDiffersFails(String expected, String difference) throws IOException {
    answers("COMPLETED", "Dear Ada, welcome.", "read_file");

    assertThat(test(expected)).as("%s", err).isEqualTo(1);

    assertThat(Json.read(out.toString()).at("/0/result").asText()).isEqualTo("failed");
    assertThat(Json.read(out.toString()).at("/0/differences/0").asText()).isEqualTo(difference);
  }

  @Test
  void refusesATestWithoutCases() throws IOException {
    assertThat(testOf("agent: a\nworkspace: w\ncases: []\n")).isEqualTo(1);

    assertThat(err.toString()).contains("cases must be a list of at least one case");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {contain: x}    | cases[0].expect.contain is not known
          {max-usd: much} | cases[0].expect.max-usd must be a number
          {matches: '('}  | cases[0].expect.matches must be a regular expression
          """)
  void refusesWhatHasNoMeaning(String expected, String why) throws IOException {
    assertThat(test(expected)).isEqualTo(1);

    assertThat(err.toString()).contains(why);
    assertThat(server.asked()).isEmpty();
  }

  @Test
  void theExampleOfThePageIsCarriedOut() throws IOException {
    answers("COMPLETED", "Dear Ada, welcome.", "read_file");
    answers("COMPLETED", "Dear nobody.", "read_file");

    assertThat(testOf(Example.of("cli.md", "cases:").text())).isEqualTo(1);

    assertThat(Json.read(out.toString()).findValuesAsText("result"))
        .containsExactly("failed", "passed");
    assertThat(Json.read(out.toString()).at("/0/differences").toString())
        .isEqualTo("[\"it cost 0.25 USD, more than 0.05\"]");
  }

  @Test
  void anUnknownCostKeepsNoLimit() throws IOException {
    answers("COMPLETED", "Dear Ada, welcome.", "read_file", 1);

    assertThat(test("{max-usd: 0.3}")).isEqualTo(1);

    assertThat(Json.read(out.toString()).at("/0/differences/0").asText())
        .isEqualTo(
            "it is not known whether it cost at most 0.3 USD: 1 of its model calls have no price");
  }

  @Test
  void aRefusedCaseIsAResultAndTheOthersAreCarriedOut() throws IOException {
    server.problem(422, "missing-input");

    assertThat(test("{contains: Ada}")).isEqualTo(1);

    assertThat(Json.read(out.toString()).at("/0/differences/0").asText())
        .startsWith("it was refused: ")
        .contains("422 missing-input");
  }

  private void answers(String status, String output, String tool) {
    answers(status, output, tool, 0);
  }

  private void answers(String status, String output, String tool, int unknown) {
    server
        .json(202, view("QUEUED", ""))
        .events(
            "retry: 5\nevent: snapshot\ndata: {\"sequence\": 1, \"run\": %s}\n\n"
                .formatted(view("RUNNING", "").strip()))
        .noMoreEvents();
    String progress =
        """
        , "progress": {"outcome": {"output": "%s"}, "spent": {"cost": {"amount": 0.25, "unknownCalls": %d}}}
        """
            .formatted(output, unknown);
    server.json(200, view(status, progress)).json(200, view(status, progress));
    server.json(200, "{\"items\": [{\"id\": \"c\", \"tool\": \"%s\"}]}".formatted(tool));
  }

  private static String view(String status, String more) {
    return """
        {"id": "%s", "status": "%s", "agent": "greeter", "workspace": "w", "lastSequence": 2%s}
        """
        .formatted(RUN, status, more);
  }

  private int test(String expected) throws IOException {
    return testOf(
        """
        agent: greeter
        workspace: w
        cases:
          - name: greets
            input: {reader: Ada}
            expect: %s
        """
            .formatted(expected));
  }

  private int testOf(String document) throws IOException {
    Path file = Files.writeString(directory.resolve("test.yaml"), document);
    return Main.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(
            Stream.of(
                    "agent",
                    "test",
                    file.toString(),
                    "-o",
                    "json",
                    "--server",
                    server.address().toString(),
                    "--api-key",
                    "k")
                .toArray(String[]::new));
  }
}
