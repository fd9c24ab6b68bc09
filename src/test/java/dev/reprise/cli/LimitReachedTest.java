package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.platform.Json;
import org.junit.jupiter.api.Test;

/**
 * Each command that shows a run says which limit holds it up, and by which model's missing price.
 */
class LimitReachedTest extends AgainstScriptedServer {

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

  @Test
  void aRunSaysIt() {
    server.json(200, PAUSED);

    succeeds("run", "show", RUN, "-o", "table");

    assertThat(out.toString()).contains("limit reached  ").contains(SAID);
  }

  @Test
  void aRunSaysWhatTheNextCallNeeds() {
    String needs = "{\"kind\": \"RUN_MODEL_CALLS\", \"limit\": 4, \"spent\": 3, \"needed\": 2}";
    server.json(200, PAUSED.replace(REACHED, needs));

    succeeds("run", "show", RUN, "-o", "table");

    assertThat(out.toString()).contains("RUN_MODEL_CALLS: 3 of 4 spent, the next call needs 2");
  }

  @Test
  void theInboxSaysIt() {
    String item = "{\"run\": \"%s\", \"budget\": {\"reached\": %s}}".formatted(RUN, REACHED);
    server.json(200, "{\"items\": [%s]}".formatted(item));

    succeeds("approval", "list", "-o", "table");

    assertThat(out.toString()).contains(SAID);
  }

  @Test
  void itIsShownWhereNoCallWaitsForADecision() {
    server.json(200, "{\"items\": []}").json(200, "{\"items\": []}").json(200, PAUSED);

    succeeds("approval", "show", RUN, "-o", "table");

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

    succeeds("run", "events", RUN, "-o", "table");

    assertThat(out.toString()).contains("model default of scripted has no price");
  }

  @Test
  void aDryRunSaysIt() {
    String preview = "{\"act\": \"RESUME\", \"matching\": 1, \"runs\": 1}";
    server.json(200, preview).json(200, PAUSED).json(200, preview).json(200, PAUSED);

    succeeds("run", "resume", RUN, "--dry-run", "-o", "table");
    assertThat(out.toString()).contains(SAID);

    out.getBuffer().setLength(0);
    succeeds("run", "resume", RUN, "--dry-run", "-o", "json");
    assertThat(Json.read(out.toString()).path("reached")).isEqualTo(Json.read(REACHED));
  }

  private void succeeds(String... arguments) {
    assertThat(execute(arguments)).as("%s", err).isZero();
  }
}
