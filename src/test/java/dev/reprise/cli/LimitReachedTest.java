package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.client.ScriptedServer;
import dev.reprise.platform.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Each command that shows a run says which limit holds it up, and by which model's missing price.
 */
class LimitReachedTest {

  private static final String RUN = "0198a000-0000-7000-8000-000000000001";

  private static final String REACHED =
      """
      {"kind": "TENANT_DAY_USD", "limit": 25, "spent": 0, "unpriced": "default of scripted"}""";

  private static final String PAUSED =
      """
      {"id": "%s", "status": "PAUSED", "waitingFor": "budget", "agent": "quick", "workspace": "test",
       "lastSequence": 2, "progress": {"budget": {"reached": %s}}}
      """
          .formatted(RUN, REACHED);

  private static final String SAID =
      "TENANT_DAY_USD: model default of scripted has no price, 0 of 25 spent";

  private final ScriptedServer server = new ScriptedServer();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void aRunSaysIt() {
    server.json(200, PAUSED);

    execute("run", "show", RUN, "-o", "table");

    assertThat(out.toString()).contains("limit reached  ").contains(SAID);
  }

  @Test
  void aRunSaysWhatTheNextCallNeeds() {
    String needs = "{\"kind\": \"RUN_MODEL_CALLS\", \"limit\": 4, \"spent\": 3, \"needed\": 2}";
    server.json(200, PAUSED.replace(REACHED, needs));

    execute("run", "show", RUN, "-o", "table");

    assertThat(out.toString()).contains("RUN_MODEL_CALLS: 3 of 4 spent, the next call needs 2");
  }

  @Test
  void theInboxSaysIt() {
    String item = "{\"run\": \"%s\", \"budget\": {\"reached\": %s}}".formatted(RUN, REACHED);
    server.json(200, "{\"items\": [%s]}".formatted(item));

    execute("approval", "list", "-o", "table");

    assertThat(out.toString()).contains(SAID);
  }

  @Test
  void itIsShownWhereNoCallWaitsForADecision() {
    server.json(200, "{\"items\": []}").json(200, "{\"items\": []}").json(200, PAUSED);

    execute("approval", "show", RUN, "-o", "table");

    assertThat(out.toString()).contains(SAID);
  }

  @Test
  void itsEventSaysItWithinATable() {
    String event =
        """
        {"sequence": 1, "type": "budget.reached", "at": "2030-01-01T00:00:00Z",
         "data": {"phase": "look", "crossing": %s}}
        """
            .formatted(REACHED);
    server.json(200, "{\"items\": [%s]}".formatted(event)).json(200, "{\"items\": []}");

    execute("run", "events", RUN, "-o", "table");

    assertThat(out.toString()).contains("model default of scripted has no price");
  }

  @Test
  void aDryRunSaysIt() {
    String preview = "{\"act\": \"RESUME\", \"matching\": 1, \"runs\": 1}";
    server.json(200, preview).json(200, PAUSED).json(200, preview).json(200, PAUSED);

    execute("run", "resume", RUN, "--dry-run", "-o", "table");
    assertThat(out.toString()).contains(SAID);

    out.getBuffer().setLength(0);
    execute("run", "resume", RUN, "--dry-run", "-o", "json");
    assertThat(Json.read(out.toString()).path("reached")).isEqualTo(Json.read(REACHED));
  }

  private void execute(String... arguments) {
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(
                Stream.concat(
                        Stream.of(arguments),
                        Stream.of("--server", server.address().toString(), "--api-key", "k"))
                    .toArray(String[]::new));
    assertThat(status).as("%s", err).isZero();
  }
}
