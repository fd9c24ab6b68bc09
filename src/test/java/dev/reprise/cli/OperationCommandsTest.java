package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the commands of the table send and print, against prepared answers. */
class OperationCommandsTest extends AgainstScriptedServer {

  private static final String ID = "0198a000-0000-7000-8000-000000000001";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run migrate ID --dry-run | POST /runs/ID:migrate | {'dryRun': true}",
        "run migrate ID --agent current --reason r | POST /runs/ID:migrate"
            + " | {'agent': 'current', 'reason': 'r'}",
        "run fork ID --at 7 --message m | POST /runs/ID:fork | {'sequence': 7, 'message': 'm'}",
        "run fork ID --dry-run | POST /runs/ID:fork | {'dryRun': true}",
        "run steer ID stop --reason r | POST /runs/ID:steer | {'message': 'stop', 'reason': 'r'}",
        "run undo-plan ID --after 3 | GET /runs/ID/undo-plan?after=3 |",
        "run undo ID --plan p --after 3 | POST /runs/ID:undo | {'plan': 'p', 'after': 3}",
        "run erase ID | DELETE /runs/ID |",
        "run children ID | GET /runs/ID/children |",
        "run events ID --text a&b --type run.failed --type phase.failed --tool put --faults"
            + " | GET /runs/ID/events?faults=true&limit=200&q=a%26b&tool=put&type=run.failed&type=phase.failed |",
        "run ledger ID | GET /runs/ID/ledger |",
        "run counts --agent quick | GET /run-counts?agent=quick |",
        "approval history ID | GET /runs/ID/approvals |",
        "batch erase ID | DELETE /batches/ID |",
        "batch pause ID | POST /batches/ID:pause | {}",
        "schedule firings nightly | GET /schedules/nightly/firings?limit=20 |",
        "schedule firings nightly ID | GET /schedules/nightly/firings/ID |",
        "schedule cancel-firing nightly ID --reason r | POST /schedules/nightly/firings/ID:cancel"
            + " | {'reason': 'r'}",
        "schedule backfill nightly --from 2026-01-01T00:00:00Z --until 2026-01-02T00:00:00Z"
            + " | POST /schedules/nightly:backfill | {'from': '2026-01-01T00:00:00Z',"
            + " 'until': '2026-01-02T00:00:00Z', 'dryRun': false}",
        "breaker list | GET /breakers |",
        "breaker reset tool http_get | POST /breakers/tool/http_get:reset |",
        "quota list | GET /quotas |",
        "quota resume openai m/1 | POST /quotas/openai/m%2F1:resume |",
        "mcp list | GET /mcp-servers |",
        "mcp acknowledge mail send --digest d | POST /mcp-servers/mail/tools/send:acknowledge"
            + " | {'digest': 'd'}",
        "retention apply --dry-run | POST /admin/retention | {'dryRun': true}",
        "retention apply p | POST /admin/retention | {'plan': 'p', 'dryRun': false}",
        "restore report | GET /restore-report?limit=200 |",
        "restore report --since 2026-01-01T00:00:00Z --limit 5"
            + " | GET /restore-report?limit=5&since=2026-01-01T00%3A00%3A00Z |",
        "server caller | GET /caller |",
        "server queue | GET /queue |",
        "server metrics | GET /metrics |",
        "schema list | GET /schemas |",
        "schema show agent | GET /schemas/agent |",
        "artifacts bless r m --reason x | POST /artifacts/r/m:bless"
            + " | {'reason': 'x', 'resetMetrics': false}",
        "artifacts restore r m --reason x --change c | POST /artifacts/r/m:restore"
            + " | {'reason': 'x', 'change': 'c'}",
        "artifacts prune | POST /artifacts:prune"
            + " | {'dryRun': true, 'reason': 'not called any more'}",
        "artifacts prune --execute --role r | POST /artifacts:prune"
            + " | {'dryRun': false, 'reason': 'not called any more', 'role': 'r'}",
        "kill-switch set stored-code --reason x | POST /admin/kill-switches"
            + " | {'kind': 'STORED_CODE', 'reason': 'x'}",
        "artifacts trends --role r | GET /artifact-trends?days=30&role=r |",
      })
  void sendsWhatTheArgumentsSay(String command, String request, String body) {
    server.json(200, "{}");

    int exit = execute(command.replace("ID", ID).split(" "));

    assertThat(exit).as("%s", err).isZero();
    assertThat(server.asked()).hasSize(1);
    var asked = server.asked().getFirst();
    assertThat(asked.method() + " " + asked.address())
        .isEqualTo(request.replace("ID", ID).replaceFirst(" ", " /api/v1"));
    if (body == null) {
      assertThat(asked.body()).isEmpty();
    } else {
      assertThat(Json.read(asked.body())).isEqualTo(Json.read(body.replace('\'', '"')));
    }
    assertThat(asked.header("Idempotency-key").isPresent())
        .as("only what the server carries out once has a key")
        .isEqualTo(asked.method().equals("POST"));
  }

  @Test
  void aDryRunHasColumnsOfItsOwn() {
    server.json(200, "{\"possible\": false, \"plan\": \"p1\"}");

    assertThat(execute("run", "migrate", ID, "--dry-run", "-o", "table")).as("%s", err).isZero();

    assertThat(out.toString().lines().map(it -> it.replaceAll(" +", " ")))
        .containsExactly("possible false", "plan p1");
  }

  @Test
  void whatRunsMayHaveDoneSinceARestoreIsALineEach() {
    server.json(
        200,
        """
        {"items": [{
          "run": "r", "agent": "clerk", "status": "QUEUED", "phase": "only",
          "lastEvent": {"sequence": 7, "at": "2026-01-01T00:00:00Z"},
          "calls": [{"id": "a", "tool": "pay", "effect": "ONCE", "ifRepeated": "PERSON_DECIDES"}],
          "tools": [{"name": "mail", "effect": "ONCE"}, {"name": "pay", "effect": "ONCE"}]}]}
        """);

    assertThat(execute("restore", "report", "-o", "table")).as("%s", err).isZero();

    assertThat(out.toString().lines().map(it -> it.replaceAll(" +", " ")))
        .containsExactly(
            "RUN AGENT STATUS EVENT AT CALLS TOOLS",
            "r clerk QUEUED 7 2026-01-01T00:00:00Z pay a PERSON_DECIDES mail ONCE, pay ONCE");
  }

  @Test
  void aListThatIsReadByEventNumbersHasAllPages() {
    server
        .json(200, "{\"items\": [{\"sequence\": 1}], \"nextAfter\": 4}")
        .json(200, "{\"items\": [{\"sequence\": 5}]}");

    assertThat(execute("run", "ledger", ID, "-o", "jsonl")).as("%s", err).isZero();

    assertThat(out.toString().lines()).hasSize(2);
    assertThat(server.asked().getLast().address().getQuery()).isEqualTo("after=4");
  }

  @Test
  void documentsAreSentAsTheyAre(@TempDir Path directory) throws Exception {
    Path document = Files.writeString(directory.resolve("a.yaml"), "name: a # as it is\n");
    Path input = Files.writeString(directory.resolve("input.yaml"), "reader: Ada\n");
    server.json(202, "{}");

    assertThat(
            execute(
                "agent",
                "try",
                document.toString(),
                "--workspace",
                "w",
                "--input-file",
                input.toString()))
        .as("%s", err)
        .isZero();

    assertThat(Json.read(server.asked().getFirst().body()))
        .isEqualTo(
            Json.read(
                """
                {"document": "name: a # as it is\\n", "workspace": "w", "input": {"reader": "Ada"}}
                """));
  }

  @Test
  void anExportIsWrittenToAFile(@TempDir Path directory) throws Exception {
    Path file = directory.resolve("run.jsonl");
    server.json(200, "{\"first\": 1}");

    assertThat(execute("run", "export", ID, "-f", file.toString())).as("%s", err).isZero();

    assertThat(file).hasContent("{\"first\": 1}");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aFileOfARecordIsImported(@TempDir Path directory) throws Exception {
    Path file = Files.writeString(directory.resolve("run.jsonl"), "{}\n{}\n");
    server.json(201, "{}");

    assertThat(execute("run", "import", file.toString())).as("%s", err).isZero();

    assertThat(server.asked().getFirst().body()).isEqualTo("{}\n{}\n");
    assertThat(server.asked().getFirst().header("Content-type")).contains("application/x-ndjson");
  }

  @Test
  void theScriptForFishKnowsCommandsAndTheirOptions() {
    assertThat(Main.commandLine().setOut(new PrintWriter(out)).execute("completion", "fish"))
        .isZero();

    assertThat(out.toString().lines())
        .contains(
            "complete -c reprise -n '__reprise_is schedule' -f -a backfill -d 'Fires a schedule for"
                + " past due times without a run.'")
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("complete -c reprise -n '__reprise_in run export' -s f -l file"));
    assertThat(Stream.of("is", "in"))
        .allSatisfy(it -> assertThat(out.toString()).contains("function __reprise_" + it));
  }
}
