package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Commands against prepared answers: what is sent, what is printed where, and the exit codes. */
class CommandLineTest extends AgainstScriptedServer {

  private static final String RUN = "0198a000-0000-7000-8000-000000000001";

  @Test
  void aSubmissionHasAnInputOfTextsAndFiles(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("input.yaml"), "{a: 1, b: 2}");
    server.json(202, view("QUEUED", ""));

    int exit =
        execute(
            "run",
            "submit",
            "quick",
            "-w",
            "test",
            "--input-file",
            file.toString(),
            "-i",
            "b=x=y",
            "--usd",
            "1.50",
            "--priority",
            "3",
            "--idempotency-key",
            "mine",
            "--dedupe-key",
            "invoice 7",
            "-l",
            "team=search");

    assertThat(exit).as("%s", err).isZero();
    assertThat(Json.read(server.asked().getFirst().body()))
        .isEqualTo(
            Json.read(
                """
                {"agent": "quick", "workspace": "test", "input": {"a": 1, "b": "x=y"},
                 "priority": 3, "budget": {"usd": 1.50}, "dedupeKey": "invoice 7",
                 "labels": {"team": "search"}}
                """));
    assertThat(server.asked().getFirst().header("Idempotency-key")).contains("mine");
    assertThat(Json.read(out.toString()).path("id").asText()).isEqualTo(RUN);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "400, 1", "401, 5", "403, 5", "404, 3", "409, 4", "412, 4", "422, 1", "429, 1", "500, 1"
  })
  void aProblemDecidesTheExitCode(int status, int expected) {
    server.problem(status, "some-code");

    assertThat(execute("run", "show", RUN)).isEqualTo(expected);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            "It is so. (%d some-code)\n  3:5: /agent: is missing\n".formatted(status));
  }

  @ParameterizedTest
  @CsvSource({"COMPLETED, '', 0", "FAILED, '', 1", "CANCELLED, '', 1"})
  void whoWaitsLearnsHowTheRunEnded(String status, String more, int expected) {
    server
        .json(202, view("QUEUED", ""))
        .events(snapshot("RUNNING", ""))
        .noMoreEvents()
        .json(200, view(status, more));

    int exit = execute("run", "submit", "quick", "-w", "test", "--wait");

    assertThat(exit).as("%s", err).isEqualTo(expected);
    assertThat(Json.read(out.toString()).path("status").asText()).isEqualTo(status);
    assertThat(err.toString()).contains("submitted run " + RUN);
  }

  @Test
  void whoWaitsAlsoWaitsForAServerThatStarts() {
    server
        .withoutApplication()
        .json(202, view("QUEUED", ""))
        .withoutApplication()
        .events(snapshot("RUNNING", ""))
        .noMoreEvents()
        .withoutApplication()
        .json(200, view("COMPLETED", ""));

    assertThat(execute("run", "submit", "quick", "-w", "test", "--wait")).as("%s", err).isZero();
  }

  @Test
  void whoWatchesAlsoWaitsForAServerThatStarts() {
    server
        .withoutApplication()
        .events(snapshot("RUNNING", ""))
        .noMoreEvents()
        .json(200, view("COMPLETED", ""));

    assertThat(execute("run", "watch", RUN)).as("%s", err).isZero();
  }

  @Test
  void otherCommandsSayAtOnceThatThereIsNoServer() {
    server.withoutApplication();

    assertThat(execute("run", "submit", "quick", "-w", "test")).isEqualTo(1);
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void whoWaitsForARunThatWaitsForAPersonIsTold() {
    String approval = ", \"waitingFor\": \"approval\"";
    server
        .json(202, view("QUEUED", ""))
        .openEvents(snapshot("WAITING", approval))
        .json(200, view("WAITING", approval));

    assertThat(execute("run", "submit", "quick", "-w", "test", "--wait")).isEqualTo(6);
  }

  @Test
  void whoWaitsTooLongIsTold() {
    server.json(202, view("QUEUED", "")).openEvents(snapshot("RUNNING", ""));

    assertThat(execute("run", "submit", "quick", "-w", "test", "--wait", "--timeout", "PT0.3S"))
        .isEqualTo(124);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aListIsReadPageByPage() {
    server
        .json(200, "{\"items\": [%s], \"nextCursor\": \"c\"}".formatted(view("RUNNING", "")))
        .json(200, "{\"items\": [%s]}".formatted(view("COMPLETED", "")));

    assertThat(execute("run", "list", "-o", "table", "--status", "running")).isZero();
    assertThat(out.toString().lines())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("ID")
        .contains("STATUS");
    assertThat(server.asked())
        .extracting(it -> it.address().getQuery())
        .containsExactly("limit=50&status=RUNNING", "cursor=c&limit=50&status=RUNNING");
  }

  @Test
  void aListOfBatchesHasAsManyAsAreWanted() {
    String batch = "{\"id\": \"%s\", \"status\": \"COMPLETED\"}".formatted(RUN);
    server
        .json(200, "{\"items\": [%s, %s], \"nextCursor\": \"c\"}".formatted(batch, batch))
        .json(200, "{\"items\": [%s, %s], \"nextCursor\": \"d\"}".formatted(batch, batch));

    assertThat(execute("batch", "list", "-o", "jsonl", "--limit", "3")).as("%s", err).isZero();

    assertThat(out.toString().lines()).hasSize(3);
    assertThat(server.asked())
        .extracting(it -> it.address().getQuery())
        .containsExactly("limit=3", "cursor=c&limit=3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"approval", "schedule"})
  void listsForPeopleHaveAllPages(String group) {
    server.json(200, "{\"items\": [{}], \"nextCursor\": \"c\"}").json(200, "{\"items\": [{}]}");

    assertThat(execute(group, "list", "-o", "jsonl")).as("%s", err).isZero();

    assertThat(out.toString().lines()).hasSize(2);
    assertThat(server.asked().getLast().address().getQuery()).isEqualTo("cursor=c&limit=200");
  }

  @Test
  void aDecisionIsAboutTheCallAsItIs() {
    server
        .json(
            200,
            """
            {"items": [{"id": "c1", "tool": "deploy", "phase": "p", "iteration": 2, "digest": "d",
                        "asking": "APPROVAL"}]}
            """)
        .json(202, view("WAITING", ""));

    assertThat(execute("approval", "approve", RUN, "c1", "--reason", "fine", "--up-to", "2"))
        .as("%s", err)
        .isZero();
    assertThat(server.asked().getLast().address().getPath())
        .isEqualTo("/api/v1/runs/%s/tool-calls/c1:approve".formatted(RUN));
    assertThat(Json.read(server.asked().getLast().body()))
        .isEqualTo(
            Json.read(
                """
                {"call": {"phase": "p", "iteration": 2, "digest": "d"}, "reason": "fine",
                 "forTool": {"upTo": 2}}
                """));
  }

  @Test
  void aCallOfASwitchedOffToolNeedsAFurtherYes() {
    String off =
        """
        {"items": [{"id": "c1", "tool": "deploy", "phase": "p", "iteration": 2, "digest": "d",
                    "asking": "APPROVAL",
                    "switchedOff": {"kind": "TOOL", "by": "ana", "reason": "It leaks."}}]}
        """;
    server.json(200, off).json(200, off).json(202, view("WAITING", ""));

    assertThat(execute("approval", "approve", RUN, "c1")).isNotZero();
    assertThat(err.toString())
        .contains("switched off by ana: It leaks.")
        .contains("--switched-off");
    assertThat(server.asked()).hasSize(1);
    assertThat(execute("approval", "approve", RUN, "c1", "--switched-off")).as("%s", err).isZero();
  }

  @Test
  void allOfACallIsShownToWhoDecidesAboutIt() {
    String digest = "sha256:" + "0123456789abcdef".repeat(4);
    String content = "x".repeat(500);
    String page =
        """
            {"items": [{"id": "c1", "tool": "write_file", "status": "WAITING", "asking": "APPROVAL",
              "arguments": {"content": "%s", "path": "a.txt"}, "digest": "%s"}]}
            """
            .formatted(content, digest);
    server.json(200, page).json(200, page).json(200, view("WAITING", ""));

    assertThat(execute("approval", "show", RUN, "-o", "table")).as("%s", err).isZero();

    assertThat(out.toString()).contains(content, "a.txt", digest);
  }

  @Test
  void aRunSaysWhatIsNotKnownOfItsCost() {
    server.json(
        200,
        view(
            "PAUSED",
            """
            , "progress": {"spent": {"cost": {"amount": 0, "currency": "USD", "unknownCalls": 3}}}
            """));

    assertThat(execute("run", "show", RUN, "-o", "table")).as("%s", err).isZero();

    assertThat(out.toString()).contains("0 USD and what 3 model calls without a price cost");
  }

  @Test
  void aRunIsResumedWithMoreCalls() {
    server.json(202, view("QUEUED", ""));

    assertThat(execute("run", "resume", RUN, "--model-calls", "8", "--tool-calls", "9"))
        .as("%s", err)
        .isZero();

    assertThat(Json.read(server.asked().getFirst().body()).path("budget"))
        .isEqualTo(Json.read("{\"modelCalls\": 8, \"toolCalls\": 9}"));
  }

  @Test
  void eventsAreLines() {
    String event =
        "{\"sequence\": %d, \"type\": \"run.started\", \"at\": \"2030-01-01T00:00:00Z\"}";
    server
        .json(200, "{\"items\": [%s, %s]}".formatted(event.formatted(1), event.formatted(2)))
        .json(200, "{\"items\": []}");

    assertThat(execute("run", "events", RUN)).as("%s", err).isZero();

    assertThat(out.toString().lines())
        .hasSize(2)
        .allMatch(line -> Json.read(line).path("type").asText().equals("run.started"));
  }

  @Test
  void theModelCallThatARunPausedForIsShown() {
    String page = "{\"items\": [], \"modelCall\": {\"needed\": 2.50, \"limit\": 1.00}}";
    server.json(200, page).json(200, page).json(200, view("PAUSED", ""));

    assertThat(execute("approval", "show", RUN, "-o", "table")).as("%s", err).isZero();

    assertThat(out.toString())
        .contains("model-call", "May a model call cost 2.50 USD? One may cost 1.00 USD.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "approval edit R c1 FILE --reason fine | edit | 'arguments': {'a': 1}, 'reason': 'fine'",
        "approval delegate R c1 bo | delegate | 'to': 'bo'",
        "approval answer R c1 blue | answer | 'answer': 'blue'",
        "run resolve R c2 --verdict retry --evidence seen | resolve"
            + " | 'verdict': 'RETRY', 'evidence': 'seen'",
        "run resolve R c2 --verdict succeeded --evidence e --result ok | resolve"
            + " | 'verdict': 'SUCCEEDED', 'evidence': 'e', 'result': 'ok'"
      })
  void decisionsAboutCalls(String command, String act, String members, @TempDir Path directory)
      throws Exception {
    Path file = Files.writeString(directory.resolve("arguments.yaml"), "a: 1\n");
    server
        .json(
            200,
            """
            {"items": [
              {"id": "c1", "tool": "deploy", "phase": "p", "iteration": 2, "digest": "d",
               "asking": "APPROVAL"},
              {"id": "c2", "tool": "deploy", "phase": "p", "iteration": 2, "digest": "d",
               "status": "UNKNOWN"}]}
            """)
        .json(202, view("WAITING", ""));

    int exit =
        execute(
            Stream.of(command.split(" "))
                .map(it -> it.equals("R") ? RUN : it.equals("FILE") ? file.toString() : it)
                .toArray(String[]::new));

    assertThat(exit).as("%s", err).isZero();
    assertThat(server.asked().getLast().address().getPath()).endsWith(":" + act);
    assertThat(Json.read(server.asked().getLast().body()))
        .isEqualTo(
            Json.read(
                ("{'call': {'phase': 'p', 'iteration': 2, 'digest': 'd'}, " + members + "}")
                    .replace('\'', '"')));
  }

  @ParameterizedTest
  @ValueSource(strings = {"approve", "deny"})
  void aDecisionWithoutACallIsAboutTheModelCall(String decision) {
    server
        .json(
            200,
            view(
                "PAUSED",
                ", \"progress\": {\"budget\": {\"reached\": {\"kind\": \"CALL_USD\", \"needed\": 0.62}}}"))
        .json(202, view("QUEUED", ""))
        .json(202, view("QUEUED", ""));

    assertThat(execute("approval", decision, RUN)).as("%s", err).isZero();
    assertThat(execute("approval", decision, RUN, "--needed", "0.62")).as("%s", err).isZero();

    assertThat(server.asked()).hasSize(3);
    assertThat(server.asked().subList(1, 3))
        .allSatisfy(
            it -> {
              assertThat(it.address().getPath()).endsWith(RUN + "/model-call:" + decision);
              assertThat(Json.read(it.body())).isEqualTo(Json.read("{\"needed\": 0.62}"));
            });
  }

  @Test
  void aModelCallIsPassedOnByItsName() {
    server.json(202, view("PAUSED", ""));

    assertThat(execute("approval", "delegate", RUN, "model-call", "bo", "--needed", "0.62"))
        .as("%s", err)
        .isZero();

    assertThat(server.asked().getFirst().address().getPath())
        .endsWith(RUN + "/model-call:delegate");
    assertThat(Json.read(server.asked().getFirst().body()))
        .isEqualTo(Json.read("{\"needed\": 0.62, \"to\": \"bo\"}"));
  }

  @Test
  void aRunThatPausedForNoModelCallIsAConflict() {
    server.json(200, view("RUNNING", ""));

    assertThat(execute("approval", "approve", RUN)).isEqualTo(4);
    assertThat(execute("approval", "edit", RUN)).isEqualTo(2);
  }

  @Test
  void aDecisionAboutNothingIsAConflict() {
    server.json(200, "{\"items\": []}");

    assertThat(execute("approval", "deny", RUN, "c1")).isEqualTo(4);
    assertThat(err.toString()).contains("no call c1 that waits for a person");
  }

  @Test
  void aFileWithoutEndIsNotRead() {
    assertThat(execute("run", "submit", "quick", "-w", "test", "--input-file", "/dev/zero"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("/dev/zero is larger than 64 MiB");
  }

  @Test
  void aKeyThatCannotBeOneIsAUsageError() {
    assertThat(execute("run", "cancel", RUN, "--idempotency-key", "two words")).isEqualTo(2);
    assertThat(err.toString()).contains("must have 1 to 200 visible ASCII characters");
  }

  @Test
  void aBatchTakesItsItemsFromAFile(@TempDir Path directory) throws Exception {
    Path request = Files.writeString(directory.resolve("batch.yaml"), "agent: a\nworkspace: w\n");
    Path items = Files.writeString(directory.resolve("items.jsonl"), "{\"n\": 1}\n{\"n\": 2}\n");
    server.json(202, "{\"id\": \"%s\", \"status\": \"QUEUED\"}".formatted(RUN));

    assertThat(execute("batch", "submit", request.toString(), "--lines", items.toString()))
        .as("%s", err)
        .isZero();
    assertThat(server.asked().getFirst().address().getPath()).isEqualTo("/api/v1/batches:lines");
    assertThat(server.asked().getFirst().body())
        .isEqualTo("{\"agent\":\"a\",\"workspace\":\"w\"}\n{\"n\": 1}\n{\"n\": 2}\n");
  }

  @Test
  void theCostOfABatchIsApproved() {
    server.json(202, "{\"id\": \"%s\", \"status\": \"WAITING\"}".formatted(RUN));

    assertThat(execute("batch", "approve", RUN, "--usd", "1.002000", "--reason", "seen"))
        .as("%s", err)
        .isZero();

    assertThat(server.asked().getFirst().address().getPath())
        .isEqualTo("/api/v1/batches/%s:approve".formatted(RUN));
    assertThat(server.asked().getFirst().body())
        .isEqualTo("{\"needed\":1.002000,\"reason\":\"seen\"}");
    assertThat(execute("batch", "approve", RUN)).as("without an amount").isEqualTo(2);
  }

  @Test
  void dueTimesAreListed() {
    server.json(200, "{\"items\": [\"2026-11-27T05:30:00Z\"]}");

    assertThat(execute("schedule", "times", "morning", "-o", "table")).isZero();
    assertThat(out.toString()).isEqualToNormalizingNewlines("DUE\n2026-11-27T05:30:00Z\n");
  }

  @Test
  void aKeyIsCreatedAndPrinted() {
    server.json(201, "{\"id\": \"%s\", \"name\": \"import\", \"key\": \"rpk_1\"}".formatted(RUN));

    assertThat(execute("key", "create", "import", "--role", "viewer", "--role", "submitter"))
        .as("%s", err)
        .isZero();
    assertThat(server.asked().getFirst().address().getPath()).isEqualTo("/api/v1/api-keys");
    assertThat(server.asked().getFirst().body())
        .isEqualTo("{\"name\":\"import\",\"roles\":[\"viewer\",\"submitter\"]}");
    assertThat(out.toString()).contains("rpk_1");
  }

  @Test
  void aScheduleIsCheckedCreatedReplacedAndDeleted(@TempDir Path directory) throws Exception {
    String definition = "{\"name\": \"nightly\", \"cron\": \"0 3 * * *\"}";
    String file = Files.writeString(directory.resolve("nightly.yaml"), definition).toString();
    server
        .json(200, "{\"next\": [\"2026-01-01T03:00:00Z\"]}")
        .json(201, definition)
        .json(200, definition)
        .json(204, "");

    assertThat(execute("schedule", "create", file, "--dry-run")).as("%s", err).isZero();
    assertThat(out.toString()).contains("2026-01-01T03:00:00Z");
    assertThat(execute("schedule", "create", file)).as("%s", err).isZero();
    assertThat(execute("schedule", "replace", "nightly", file)).as("%s", err).isZero();
    assertThat(execute("schedule", "delete", "nightly")).as("%s", err).isZero();

    assertThat(server.asked())
        .extracting(asked -> asked.method() + " " + asked.address().getPath())
        .containsExactly(
            "POST /api/v1/schedules:preview",
            "POST /api/v1/schedules",
            "PUT /api/v1/schedules/nightly",
            "DELETE /api/v1/schedules/nightly");
    assertThat(Json.read(server.asked().get(2).body())).isEqualTo(Json.read(definition));
  }

  @Test
  void aKillSwitchIsSetAndReleased() {
    String set = "{\"id\": \"%s\", \"kind\": \"TOOL\"}".formatted(RUN);
    server.json(201, set).json(204, "").json(201, set);

    assertThat(execute("kill-switch", "set", "tool", "http_post", "--reason", "It leaks."))
        .as("%s", err)
        .isZero();
    assertThat(server.asked().getFirst().body())
        .isEqualTo("{\"kind\":\"TOOL\",\"name\":\"http_post\",\"reason\":\"It leaks.\"}");
    assertThat(execute("kill-switch", "release", RUN)).as("%s", err).isZero();
    assertThat(server.asked().getLast().address().getPath())
        .isEqualTo("/api/v1/admin/kill-switches/" + RUN + ":release");
    assertThat(execute("kill-switch", "set", "tool", "later", "--unknown", "--reason", "r"))
        .isZero();
    assertThat(server.asked().getLast().body()).endsWith("\"reason\":\"r\",\"unknown\":true}");
  }

  @Test
  void whoStartsAMaintenanceMayWaitUntilTheServerHoldsNoRun() {
    server
        .json(201, "{\"id\": \"%s\", \"server\": \"node-2\"}".formatted(RUN))
        .json(200, servers(0, 3, true))
        .json(200, servers(7, 0, true));

    assertThat(execute("maintenance", "start", "node-2", "--reason", "Memory.", "--wait"))
        .as("%s", err)
        .isZero();

    assertThat(server.asked().getFirst().body())
        .isEqualTo("{\"server\":\"node-2\",\"reason\":\"Memory.\"}");
    assertThat(server.asked()).hasSize(3);
    assertThat(err.toString()).contains("node-2: no run is held any more");
  }

  @Test
  void whoWaitsForAMaintenanceThatEndsIsToldSo() {
    server
        .json(201, "{\"id\": \"%s\", \"server\": \"node-2\"}".formatted(RUN))
        .json(200, servers(0, 3, false));

    assertThat(execute("maintenance", "start", "node-2", "--reason", "Memory.", "--wait"))
        .isEqualTo(4);

    assertThat(err.toString()).contains("is ended");
  }

  @Test
  void serversAreListedWithTheirPlacesLoadAndVersion() {
    server.json(
        200,
        """
        {"items": [], "servers": [{"name": "node-2", "up": true, "maintenance": false, "runs": 3,
          "heardAt": "2026-01-01T00:00:00Z", "version": "1.2", "places": 16, "processorLoad": 7}]}""");

    assertThat(execute("maintenance", "servers", "-o", "table")).as("%s", err).isZero();

    assertThat(out.toString())
        .containsPattern("SERVER +UP +MAINTENANCE +RUNS +PLACES +LOAD % +VERSION +HEARD")
        .containsPattern("node-2 +true +false +3 +16 +7 +1.2 +2026-01-01");
  }

  @Test
  void aMaintenanceIsListedWithWhatIsLeftAndEnded() {
    server.json(200, servers(7, 3, true)).json(204, "");

    assertThat(execute("maintenance", "list", "-o", "jsonl")).as("%s", err).isZero();
    assertThat(Json.read(out.toString()).path("runs").asInt()).isEqualTo(3);
    assertThat(execute("maintenance", "end", RUN)).as("%s", err).isZero();
    assertThat(server.asked().getLast().address().getPath())
        .isEqualTo("/api/v1/admin/maintenance/" + RUN + ":end");
  }

  private static String servers(int one, int two, boolean isSet) {
    return """
        {"items": [%s],
         "servers": [{"name": "node-1", "runs": %d}, {"name": "node-2", "runs": %d}]}
        """
        .formatted(
            isSet ? "{\"id\": \"%s\", \"server\": \"node-2\"}".formatted(RUN) : "", one, two);
  }

  @Test
  void theAuditRecordIsListed() {
    server.json(
        200,
        """
        {"items": [{"sequence": 2, "type": "deed-refused", "data": {"of": 1, "status": 404}},
                   {"sequence": 1, "type": "deed", "data": {"by": "ana", "deed": "POST /api-keys"}}]}
        """);

    assertThat(execute("audit", "list", "--limit", "2", "-o", "table")).as("%s", err).isZero();
    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            """
            NUMBER  AT  TYPE          BY   ADDRESS  DEED            OF  STATUS
            2           deed-refused                                1   404
            1           deed          ana           POST /api-keys
            """);
    assertThat(server.asked().getFirst().address().getQuery()).isEqualTo("limit=2");
  }

  @Test
  void aListOfGeneratedToolsHasTheFormThatIsAskedFor() {
    server
        .json(200, "{\"items\": [{\"role\": \"r\", \"stage\": \"CANARY\"}], \"nextCursor\": \"c\"}")
        .json(200, "{\"items\": [{\"role\": \"s\"}], \"corrupt\": [\"x\"]}");

    assertThat(execute("artifacts", "list", "-o", "table")).as("%s", err).isZero();

    assertThat(out.toString())
        .isEqualToNormalizingNewlines("role  stage   corrupt\nr     CANARY\ns\n              x\n");
  }

  @Test
  void showsTheDocumentOfAGeneratedToolThatCouldNotBeRead() {
    server.json(200, "{\"reason\": \"not JSON\", \"document\": \"{cut\"}");

    assertThat(execute("artifacts", "corrupt", "feed_reader", "titles")).as("%s", err).isZero();

    assertThat(server.asked().getFirst().address().getPath())
        .endsWith("/artifacts/feed_reader/titles/corrupt-document");
    assertThat(out.toString()).contains("not JSON", "{cut");
  }

  @Test
  void theConfigurationHasTheFormThatIsAskedFor() {
    String settings =
        """
        {"items": [{"name": "reprise.lease", "default": "PT30S"},
                   {"name": "reprise.web.ports", "value": "443", "source": "environment"}]}
        """;
    server.json(200, settings).json(200, settings).json(200, settings);

    assertThat(execute("configuration")).as("%s", err).isZero();
    assertThat(execute("configuration", "-o", "table")).as("%s", err).isZero();
    assertThat(out.toString())
        .isEqualToNormalizingNewlines(
            """
            reprise.lease = PT30S (default)
            reprise.web.ports = 443 (environment)
            NAME               VALUE  SOURCE
            reprise.lease      PT30S  default
            reprise.web.ports  443    environment
            """);
    out.getBuffer().setLength(0);

    assertThat(execute("configuration", "-o", "json")).as("%s", err).isZero();
    assertThat(Json.read(out.toString())).isEqualTo(Json.read(settings).path("items"));
  }

  @Test
  void wrongUsageIsSaidOnStandardError() {
    assertThat(execute("run", "submit")).isEqualTo(2);
    assertThat(execute("run", "show", "no-uuid")).isEqualTo(2);
    assertThat(execute("run")).isEqualTo(2);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("Missing required");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run submit a --time 10m             | must be an ISO-8601 duration such as PT10M; it is '10m'",
        "run list --created-after 2026-11-27 | must be a time such as 2026-01-31T12:00:00Z, or how",
        "schedule times s --after noon       | must be a time such as 2026-01-31T12:00:00Z; it is",
        "run show nosuch                     | must be an id such as",
        "agent list --server http://[bad     | must be an address such as https://reprise.example.org; it is",
        "run submit a --label                | Missing required parameter for option '--label'",
      })
  void saysWhatAnOptionMustBe(String command, String message) {
    assertThat(Main.commandLine().setErr(new PrintWriter(err)).execute(command.split(" +")))
        .isEqualTo(2);

    assertThat(err.toString())
        .contains(message, "Try 'reprise " + command.split(" ", -1)[0])
        .doesNotContain("java.", "Exception", "class ", "option option");
    assertThat(err.toString().lines()).hasSizeLessThan(4);
  }

  @Test
  void everyCommandHasHelp() {
    helped(Main.commandLine());
  }

  private void helped(CommandLine command) {
    String[] words = (command.getCommandSpec().qualifiedName() + " --help").split(" ");
    int exit =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(List.of(words).subList(1, words.length).toArray(String[]::new));
    assertThat(exit).as("%s: %s", List.of(words), err).isZero();
    command.getSubcommands().values().forEach(this::helped);
  }

  @Test
  void withoutALoginItSaysWhatToSet() {
    CommandLine program = Main.commandLine().setErr(new PrintWriter(err));

    assertThat(program.execute("run", "list", "--profile", "none")).isEqualTo(2);
    assertThat(err.toString()).contains("there is no profile none; there are []");
  }

  @Test
  void theScriptOfCompletionKnowsTheCommands() {
    CommandLine program = Main.commandLine().setOut(new PrintWriter(out));

    assertThat(program.execute("completion")).isZero();
    assertThat(out.toString()).contains("reprise", "submit", "retry-failed", "--idempotency-key");
  }

  @Test
  void itKnowsItsVersion() {
    CommandLine program = Main.commandLine().setOut(new PrintWriter(out));

    assertThat(program.execute("--version")).isZero();
    assertThat(out.toString().strip()).isEqualTo("reprise development");
  }

  private static String view(String status, String more) {
    return """
        {"id": "%s", "status": "%s", "agent": "quick", "workspace": "test", "lastSequence": 2%s}
        """
        .formatted(RUN, status, more)
        .strip();
  }

  private static String snapshot(String status, String more) {
    return "retry: 5\nevent: snapshot\ndata: {\"sequence\": 1, \"run\": %s}\n\n"
        .formatted(view(status, more));
  }
}
