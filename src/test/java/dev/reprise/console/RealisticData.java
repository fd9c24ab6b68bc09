package dev.reprise.console;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.platform.Json;
import dev.reprise.server.JsonClient;
import dev.reprise.server.ServerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;

/**
 * What a server of a team has after some time: six agents, {@value #RUNS} runs of which some failed
 * for five reasons, some that wait for people, and one with some 3,000 events.
 *
 * @param report a run of three phases that has completed
 * @param fork of the report, with another message
 * @param walk the run with many events
 */
record RealisticData(UUID report, UUID fork, UUID walk) {

  static final int RUNS = 400;
  static final List<String> AGENTS =
      List.of(
          "quarterly-report", "invoice-clerk", "support-desk", "ticket-triage", "nightly-import");

  private static final int TURNS = 190;
  private static final int CALLS_OF_A_TURN = 7;
  private static final List<String> PEOPLE = List.of("operator", "submitter", "admin");

  /** What the runs of tickets are about, in turn: four of thirty-three fail. */
  private static final Map<Integer, String> FAILURES =
      Map.of(5, "refused", 14, "invalid", 22, "key", 31, "long");

  private static final String NIGHTLY =
      """
      {"name": "nightly", "agent": "nightly-import", "workspace": "effects",
       "input": {"kind": "plain"}, "cron": "0 3 * * *", "zone": "Europe/Berlin"}""";

  private static final String BACKLOG =
      """
      {"name": "backlog", "agent": "ticket-triage", "workspace": "effects", "source": {"lines":
       "{\\"kind\\": \\"plain\\", \\"ticket\\": 1}\\n{\\"kind\\": \\"refused\\", \\"ticket\\": 2}\\n"}}""";

  static String[] documents() {
    return AGENTS.stream().map("/console/pictures/%s.yaml"::formatted).toArray(String[]::new);
  }

  /** Prices, so that runs cost something, and the labels by which that is counted. */
  static ServerOptions options(ServerOptions options) {
    try {
      var prices = Files.createTempFile("reprise-prices-", ".yaml");
      Files.writeString(
          prices,
          """
          - {provider: scripted, model: large, input: 3, output: 15, cacheRead: 0.3,
             cacheWrite: 3.75, date: 2026-11-01, source: "https://example.org"}
          - {provider: scripted, model: "*", input: 1, output: 5, cacheRead: 0.1,
             cacheWrite: 1.25, date: 2026-11-01, source: "https://example.org"}
          """);
      return options
          .with("REPRISE_PRICES_FILE", prices.toString())
          .with("REPRISE_STATISTICS_LABELS", "team,customer");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the agent that reads an archive, and what it reads; before the server starts. */
  static void prepare(ConsoleSite site) throws IOException {
    Files.writeString(site.file("orders.md"), "# Orders\n\n802, of which 42 late.\n");
    ObjectNode agent =
        (ObjectNode)
            Json.read(
                """
                {"name": "archive-walker", "description": "Reads an archive, page by page.",
                 "tools": ["read_file"],
                 "phases": [{"name": "walk", "prompt": "Find the order.",
                             "limits": {"maxIterations": 500}}],
                 "model": {"provider": "scripted", "name": "large", "script": {}}}""");
    ArrayNode script = ((ObjectNode) agent.at("/model/script")).putArray("walk");
    for (int turn = 0; turn < TURNS; turn++) {
      ObjectNode reply = script.addObject().put("text", "Pages of shelf %d.".formatted(turn));
      ArrayNode calls = reply.putArray("calls");
      for (int i = 0; i < CALLS_OF_A_TURN; i++) {
        String page = "page-%d.md".formatted(turn * CALLS_OF_A_TURN + i);
        boolean isIt = turn == TURNS / 2 && i == 3;
        Files.writeString(
            site.file(page),
            "# %s\n\n%s\n".formatted(page, isIt ? "Order A-10417 is here." : "Nothing of note."));
        calls.addObject().put("tool", "read_file").putObject("arguments").put("path", page);
      }
    }
    script.addObject().put("text", "Order A-10417 is on shelf %d.".formatted(TURNS / 2));
    Files.writeString(site.agent("archive-walker"), agent.toString());
  }

  static RealisticData create(ConsoleSite site) {
    UUID report = submit(site, 0);
    for (int i = 1; i < RUNS; i++) {
      submit(site, i);
    }
    site.awaitStatus(report, "COMPLETED");
    UUID fork = fork(site, report);
    UUID walk = site.submit("archive-walker", JsonNodeFactory.instance.objectNode());
    site.awaitStatus(walk, "COMPLETED");
    Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> site.get("queue").path("queued").asInt() == 0);
    site.awaitStatus(fork, "COMPLETED");
    JsonClient operator = site.runs().http();
    operator.change("POST", "api/v1/schedules", Json.read(NIGHTLY));
    operator.change("POST", "api/v1/batches", Json.read(BACKLOG));
    return new RealisticData(report, fork, walk);
  }

  /** Forks a run from the end of its first phase, with a message. */
  private static UUID fork(ConsoleSite site, UUID run) {
    long sequence = site.runs().read(run).first("phase.completed").sequence();
    ObjectNode fork = JsonNodeFactory.instance.objectNode().put("sequence", sequence);
    fork.put("message", "Only the north.").put("reason", "for the north");
    return UUID.fromString(
        site.runs()
            .http()
            .change("POST", "api/v1/runs/%s:fork".formatted(run), fork)
            .path("id")
            .asText());
  }

  private static UUID submit(ConsoleSite site, int i) {
    JsonClient person = site.runs().http().as(PEOPLE.get(i % PEOPLE.size()));
    ObjectNode run = JsonNodeFactory.instance.objectNode().put("workspace", "effects");
    run.putObject("labels")
        .put("team", List.of("search", "billing", "ops").get(i % 3))
        .put("customer", "c-%d".formatted(100 + i * 7 % 23));
    ObjectNode input = run.putObject("input");
    if (i % 8 == 0) {
      run.put("agent", "quarterly-report");
      input.put("quarter", "Q%d 2026".formatted(1 + i % 4));
    } else if (i % 40 == 3) {
      run.put("agent", "invoice-clerk");
      input.put("invoice", "2026-%d".formatted(1000 + i)).put("customer", "ACME");
    } else if (i % 100 == 5) {
      run.put("agent", "support-desk");
      input.put("question", "I want my money back.");
    } else if (i % 30 == 7) {
      run.put("agent", "nightly-import");
      input.put("kind", i % 60 == 7 ? "stuck" : "plain");
    } else {
      run.put("agent", "ticket-triage");
      input.put("kind", FAILURES.getOrDefault(i % 33, "plain")).put("ticket", 4000 + i);
    }
    return UUID.fromString(person.change("POST", "api/v1/runs", run).path("id").asText());
  }
}
