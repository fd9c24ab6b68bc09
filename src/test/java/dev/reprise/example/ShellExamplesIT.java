package dev.reprise.example;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.fixture.Example;
import dev.reprise.fixture.Machine;
import dev.reprise.platform.Json;
import dev.reprise.server.ServerOptions;
import dev.reprise.server.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the pages do what the pages say, on a server. */
class ShellExamplesIT {

  /** A refused request is noted; what reads a file of a run waits for the run's end. */
  private static final String BEFORE =
      """
      USER=admin
      curl() { command curl --fail-with-body "$@" || echo "$*" >> refused; }
      cat() { await; command cat "$@"; }
      await() {
        until curl -s -u admin:$PASSWORD $API/runs/$ID | grep -qE '"status":"(COMPLETED|FAILED)"'; do sleep 0.2; done
      }
      """;

  @TempDir private static Path directory;
  private static ServerProcess server;

  @BeforeAll
  static void serve() throws IOException {
    Path agents = Files.createDirectory(directory.resolve("agents"));
    Files.writeString(agents.resolve("greeter.yaml"), text("README.md", "name: greeter"));
    Files.writeString(
        agents.resolve("slow-reader.yaml"),
        text("tutorial.md", "name: slow-reader").replace("PT15S", "PT1S"));
    Files.writeString(
        agents.resolve("classify.yaml"),
        """
        name: classify
        description: Says what a mail is.
        phases: [{name: read, prompt: "Classify {{input.mail}}"}]
        model: {provider: scripted, script: {read: [{text: invoice}]}}
        """);
    Files.writeString(
        agents.resolve("mover.yaml"),
        """
        name: mover
        description: Moves a file.
        tools: [move_file]
        grants: {move_file: {approval: true}}
        phases: [{name: move, prompt: Move.}]
        model:
          provider: scripted
          script:
            move:
              - calls: [{id: c1, tool: move_file, arguments: {from: may.csv, to: moved.csv}}]
              - text: Done.
        """);
    Files.copy(Path.of("README.md"), directory.resolve("README.md"));
    Files.writeString(directory.resolve("may.csv"), "id,text\n4711,Pay this\n4712,Hello\n");
    Files.createSymbolicLink(directory.resolve("target"), Path.of("target").toAbsolutePath());
    server =
        ServerProcess.named(
            "shell-examples",
            ServerOptions.DEFAULT
                .with("REPRISE_AGENTS_DIR", agents.toString())
                .with("REPRISE_WORKSPACES", "checkout=%1$s,mails=%1$s".formatted(directory)));
    server.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Runs commands of a page between others, and returns what they write. */
  private static String run(String before, String commands, String after) throws Exception {
    String here =
        commands
            .replaceAll("(?m)^(API|PASSWORD)=.*\n", "")
            .replace("operator:", "admin:")
            .replace("http://localhost:9080/", server.baseUri().toString());
    Path script =
        Files.writeString(
            directory.resolve("script"), BEFORE + before + "\n" + here + "\n" + after);
    Path said = directory.resolve("said");
    Files.deleteIfExists(directory.resolve("refused"));
    var bash =
        new ProcessBuilder("bash", script.toString())
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    bash.environment().put("API", server.baseUri() + "api/v1");
    bash.environment().put("PASSWORD", server.credentials().passwordOf("admin"));
    bash.environment()
        .merge("PATH", System.getProperty("java.home") + "/bin", (path, java) -> java + ":" + path);
    Process process = bash.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    String output = Files.readString(said);
    assertThat(directory.resolve("refused")).as("%s: %s", commands, output).doesNotExist();
    return output;
  }

  private static String text(String page, String part) {
    return Example.of(page, part).text();
  }

  private static String tutorial(String part, String before, String after) throws Exception {
    return run(functions() + before, text("tutorial.md", part), after);
  }

  private static String functions() {
    return text("tutorial.md", "get()").replaceAll("(?m)^(?!\\w+\\(\\)).*\n", "");
  }

  @Test
  void theFirstAgentGreets() throws Exception {
    assertThat(
            run(
                "",
                text("README.md", "ID=$(curl"),
                "await\ncurl -s -u admin:$PASSWORD $API/runs/$ID"))
        .contains("run.submitted", "It begins: # Reprise");
  }

  @Test
  void theTutorialLooksAround() throws Exception {
    assertThat(tutorial("get()", "", "")).contains("surveyor", "slow-reader", "read_file");
    assertThat(tutorial("get /queue", "", "")).contains("\"weight\"", "\"cancels\":[]");
  }

  @Test
  void theTutorialSurveysAndReports() throws Exception {
    assertThat(tutorial("kill -9\"}}", "", "")).contains("kill -9", "run.submitted");
  }

  private static final String SUBMIT =
      "ID=$(run '{\"agent\": \"slow-reader\", \"workspace\": \"checkout\", \"input\": {}}')\n"
          + "until get /runs/$ID | grep -q RUNNING; do sleep 0.1; done";

  @Test
  void theTutorialFollowsForksAndExports() throws Exception {
    String followed = tutorial("text/event-stream", "", "echo \"at $ID\"");
    assertThat(followed).contains("event: snapshot", "event: run.completed");
    String id = "ID=" + followed.substring(followed.lastIndexOf("at ") + 3).strip();

    assertThat(tutorial("FORK=", id, "")).contains("forkedFrom", "estimate");
    assertThat(tutorial("get /runs/$ID/export", id, "")).startsWith("sound: run ");
  }

  @Test
  void theTutorialPausesSteersAndCancels() throws Exception {
    assertThat(tutorial(":pause", SUBMIT, "")).contains("the audit");
    assertThat(tutorial(":steer", SUBMIT, "await\nget /runs/$ID/events"))
        .contains("Leave the tests out.");
    assertThat(tutorial(":cancel", SUBMIT, "get /runs/$ID/events")).contains("seen enough");
  }

  @Test
  void schedulesStartRuns() throws Exception {
    String delete = "curl -s -u admin:$PASSWORD -X DELETE $API/schedules/morning-survey";

    assertThat(tutorial("post /schedules", "", delete)).contains("\"source\":\"REQUEST\"");
    assertThat(run("", text("schedules.md", "payload.pattern"), "")).contains("morning-survey");
    assertThat(run("", text("schedules.md", "firings?limit"), "")).contains("PAUSED", "queue");
  }

  @Test
  void aBatchClassifies() throws Exception {
    assertThat(run("", text("batches.md", "may.csv"), "")).contains("mails-of-may");
  }

  @Test
  void schemasAreDownloaded() throws Exception {
    run("", text("schemas.md", "curl"), "");

    assertThat(directory.resolve("mcp-servers.json")).content().contains("$schema");
  }

  @Test
  void manyRunsAreRetriedAsThePreviewSays() throws Exception {
    String[] commands = text("api.md", "\"act\": \"RETRY\"").split("(?m)(?:^#.*\n)+", 2);
    JsonNode preview = Json.read(run("", commands[0], ""));
    String retry = commands[1].replace("0b9c4a52-…", preview.path("preview").asText());

    assertThat(preview.path("matching").asInt()).isZero();
    assertThat(run("", retry, "")).contains("\"act\":\"RETRY\"");
  }

  @Test
  void aCallIsApprovedAndUndone() throws Exception {
    Machine.requires(
        new ProcessBuilder("bash", "-c", "command -v jq").start().waitFor() == 0,
        () -> "there is no jq");
    String submitted =
        tutorial(
            "get /agents",
            "ID=$(run '{\"agent\": \"mover\", \"workspace\": \"checkout\", \"input\": {}}')\n"
                + "until get /runs/$ID | grep -q WAITING; do sleep 0.1; done",
            "echo \"at $ID\"");
    String id = "ID=" + submitted.substring(submitted.lastIndexOf("at ") + 3).strip();

    run(id, text("tools.md", "first(.items"), "await");
    assertThat(directory.resolve("moved.csv")).exists();
    run(id, text("tools.md", "undo-plan"), "until [ -e may.csv ]; do sleep 0.1; done");
    assertThat(directory.resolve("moved.csv")).doesNotExist();
  }

  @Test
  void aJobIsStoppedAndRestarted() throws Exception {
    String isJob =
        "\nuntil curl -sk -u admin:$PASSWORD %sibm/api/batch/jobinstances | grep -q STARTED; do sleep 0.1; done"
            .formatted(server.httpsUri());
    String isStopped =
        "until curl -sk -u admin:$PASSWORD $BATCH/jobinstances/$INSTANCE | grep -q '\"STOPPED\"'; do sleep 0.1; done\n";
    String commands =
        text("operations.md", "jobinstances")
            .replace("https://localhost:9443/", server.httpsUri().toString())
            .replaceFirst("(.*action=restart)", Matcher.quoteReplacement(isStopped) + "$1");

    assertThat(run(functions() + SUBMIT + isJob, commands, "await\nget /runs/$ID"))
        .contains("\"status\":\"COMPLETED\"");
  }
}
