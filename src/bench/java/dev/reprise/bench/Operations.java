package dev.reprise.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.server.JsonClient;
import dev.reprise.server.RecordedRun;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * How long operations of a server take for one client, as medians in milliseconds.
 *
 * @param common the agent of most runs
 * @param rare the agent of few old runs, which were cancelled
 */
record Operations(BenchServer server, BenchAgent common, BenchAgent rare, int rounds) {

  private static final int PAGES = 99;
  private static final int PAGE = 10;

  /** Returns each operation with its time. */
  Map<String, Double> measure() throws Exception {
    Map<String, Double> millis = new LinkedHashMap<>();
    measureRuns(millis);
    String ofRare = "&agent=" + rare.name();
    measureList(millis, "list", "");
    measureList(millis, "list_by_status", "&status=COMPLETED");
    measureList(millis, "list_by_agent", "&agent=" + common.name());
    millis.put("list_by_rare_status", time(() -> page("&status=CANCELLED", "")));
    millis.put("list_by_absent_status", time(() -> page("&status=DEAD_LETTER", "")));
    millis.put("list_by_rare_agent", time(() -> page(ofRare, "")));
    String ofCommon = "&agent=" + common.name();
    millis.put("list_by_both", time(() -> page("&status=CANCELLED" + ofCommon, "")));
    String run = "api/v1/runs/" + page(ofRare, "").path("items").path(0).path("id").asText();
    millis.put("show", time(() -> http().get(run)));
    millis.put("events", time(() -> http().get(run + "/events")));
    JsonClient admin = http().as("admin");
    var plan = JsonNodeFactory.instance.objectNode();
    millis.put("retention_plan", time(() -> admin.change("POST", "api/v1/admin/retention", plan)));
    return millis;
  }

  /** Submits runs one after the other, each when the one before has ended. */
  private void measureRuns(Map<String, Double> millis) throws Exception {
    var submit = new Median();
    var dispatch = new Median();
    for (int i = 0; i < 2 * rounds; i++) {
      long begin = System.nanoTime();
      UUID id = server.submit(common);
      double submitted = 1000 * Seconds.since(begin);
      while (!server.runs().status(id).equals("COMPLETED")) {
        Thread.sleep(5);
      }
      if (i >= rounds) { // the others warm up
        submit.add(submitted);
        RecordedRun run = server.runs().read(id);
        dispatch.add(
            1000 * Seconds.between(run.events().getFirst().at(), run.first("run.admitted").at()));
      }
    }
    millis.put("submit", submit.value());
    millis.put("dispatch", dispatch.value());
  }

  private void measureList(Map<String, Double> millis, String name, String filter)
      throws Exception {
    millis.put(name + "_page_1", time(() -> page(filter, "")));
    String cursor = "";
    for (int i = 0; i < PAGES; i++) {
      cursor = page(filter, cursor).path("nextCursor").asText();
      if (cursor.isEmpty()) {
        throw new IllegalStateException("%s has only %d pages".formatted(name, i + 1));
      }
    }
    String last = cursor;
    millis.put(name + "_page_100", time(() -> page(filter, last)));
  }

  private JsonNode page(String filter, String cursor) {
    String after = cursor.isEmpty() ? "" : "&cursor=" + cursor;
    return http().get("api/v1/runs?limit=%d%s%s".formatted(PAGE, filter, after));
  }

  private JsonClient http() {
    return server.runs().http();
  }

  private double time(Callable<JsonNode> operation) throws Exception {
    var median = new Median();
    for (int i = 0; i < 2 * rounds; i++) {
      long begin = System.nanoTime();
      operation.call();
      if (i >= rounds) {
        median.add(1000 * Seconds.since(begin));
      }
    }
    return median.value();
  }
}
