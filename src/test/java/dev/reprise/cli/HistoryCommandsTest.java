package dev.reprise.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Commands that show what runs did, against prepared answers. */
class HistoryCommandsTest extends AgainstScriptedServer {

  private static final String RUN = "0198a000-0000-7000-8000-000000000001";
  private static final String FORK = "0198a000-0000-7000-8000-000000000002";
  private static final String OTHER = "0198a000-0000-7000-8000-000000000003";

  @Test
  void callsAreOfAllPagesAndOfAStatus() {
    server
        .json(200, "{\"items\": [], \"nextCursor\": \"c\"}")
        .json(200, "{\"items\": [{\"id\": \"c1\", \"status\": \"FAILED\"}]}");

    assertThat(execute("run", "calls", RUN, "--status", "failed", "-o", "jsonl"))
        .as("%s", err)
        .isZero();

    assertThat(out.toString().lines()).containsExactly("{\"id\":\"c1\",\"status\":\"FAILED\"}");
    assertThat(queries())
        .containsExactly("limit=50&status=FAILED", "cursor=c&limit=50&status=FAILED");
  }

  @Test
  void checkpointsAreOfAllPages() {
    server
        .json(200, "{\"items\": [{\"sequence\": 3}], \"nextAfter\": 500}")
        .json(200, "{\"items\": [{\"sequence\": 501}]}");

    assertThat(execute("run", "checkpoints", RUN, "-o", "jsonl")).as("%s", err).isZero();

    assertThat(out.toString().lines()).containsExactly("{\"sequence\":3}", "{\"sequence\":501}");
    assertThat(queries()).containsExactly(null, "after=500");
  }

  @Test
  void aSearchGoesOnOverPagesThatAreEmptyAndEndsWithTheRecord() {
    server
        .json(200, "{\"items\": [], \"nextAfter\": 900}")
        .json(200, "{\"items\": [{\"sequence\": 901}], \"nextAfter\": 1200}")
        .json(200, "{\"items\": [], \"nextAfter\": 1200}");

    assertThat(execute("run", "events", RUN, "--text", "needle", "-o", "jsonl"))
        .as("%s", err)
        .isZero();

    assertThat(out.toString().lines()).containsExactly("{\"sequence\":901}");
    assertThat(queries())
        .containsExactly(
            "limit=200&q=needle", "after=900&limit=200&q=needle", "after=1200&limit=200&q=needle");
  }

  @Test
  void aCheckpointIsShown() {
    server.json(200, "{\"sequence\": 7, \"status\": \"RUNNING\", \"phase\": \"count\"}");

    assertThat(execute("run", "checkpoints", RUN, "7", "-o", "table")).as("%s", err).isZero();

    assertThat(server.asked().getFirst().address().getPath())
        .endsWith("/runs/" + RUN + "/checkpoints/7");
    assertThat(out.toString().lines().map(String::strip))
        .anySatisfy(line -> assertThat(line).matches("phase +count"));
  }

  @Test
  void aDifferenceIsBetweenTwoEvents() {
    server.json(
        200,
        """
        {"from": {"sequence": 3, "status": "RUNNING"}, "to": {"sequence": 9, "status": "COMPLETED"},
         "steps": {"modelReplies": 2, "messages": 0, "toolCalls": []}}
        """);

    assertThat(execute("run", "diff", RUN, "--from", "3", "--to", "9", "-o", "table"))
        .as("%s", err)
        .isZero();

    assertThat(queries()).containsExactly("from=3&to=9");
    assertThat(out.toString().lines().map(String::strip))
        .anySatisfy(line -> assertThat(line).matches("status after +COMPLETED"));
  }

  @Test
  void aForkIsComparedWithItsParentFromTheirCommonEvent() {
    server
        .json(200, run(RUN, "FAILED", ""))
        .json(200, run(FORK, "COMPLETED", origin(RUN, 12)))
        .json(200, run(RUN, "FAILED", ""));

    assertThat(execute("run", "diff", RUN, FORK, "-o", "jsonl")).as("%s", err).isZero();

    assertThat(out.toString().lines())
        .contains(
            row("same up to", "event 12 of run " + RUN, "event 12 of run " + RUN),
            row("status", "FAILED", "COMPLETED"),
            row("forked from", "", RUN))
        .noneSatisfy(line -> assertThat(line).contains("agent"));
  }

  @Test
  void twoForksAreTheSameUpToTheEarlierEvent() {
    server
        .json(200, run(FORK, "COMPLETED", origin(RUN, 12)))
        .json(200, run(OTHER, "COMPLETED", origin(RUN, 7)))
        .json(200, run(RUN, "FAILED", ""))
        .json(200, run(RUN, "FAILED", ""));

    assertThat(execute("run", "diff", FORK, OTHER, "-o", "jsonl")).as("%s", err).isZero();

    assertThat(out.toString().lines())
        .contains(row("same up to", "event 7 of run " + RUN, "event 7 of run " + RUN));
  }

  @Test
  void twoRunsAreNotComparedBetweenEvents() {
    assertThat(execute("run", "diff", RUN, FORK, "--from", "3")).isEqualTo(2);
    assertThat(err.toString()).contains("--from and --to name events of one run");
    assertThat(server.asked()).isEmpty();
  }

  @Test
  void versionsOfAnAgentAreListedAndShown() {
    server
        .json(200, "{\"items\": [{\"version\": \"b9\", \"present\": true}]}")
        .json(200, "{\"name\": \"quick\", \"version\": \"b9\", \"document\": {\"phases\": []}}");

    assertThat(execute("agent", "versions", "quick", "-o", "jsonl")).as("%s", err).isZero();
    assertThat(execute("agent", "versions", "quick", "b9", "-o", "jsonl")).as("%s", err).isZero();

    assertThat(out.toString().lines())
        .containsExactly(
            "{\"version\":\"b9\",\"present\":true}",
            "{\"name\":\"quick\",\"version\":\"b9\",\"document\":{\"phases\":[]}}");
    assertThat(server.asked().getLast().address().getPath())
        .isEqualTo("/api/v1/agents/quick/versions/b9");
  }

  private static String run(String id, String status, String more) {
    return "{\"id\": \"%s\", \"status\": \"%s\", \"agent\": \"quick\", \"lastSequence\": 20%s}"
        .formatted(id, status, more);
  }

  private static String origin(String parent, long sequence) {
    return ", \"forkedFrom\": {\"run\": \"%s\", \"sequence\": %d}".formatted(parent, sequence);
  }

  private static String row(String what, String run, String other) {
    return "{\"what\":\"%s\",\"run\":\"%s\",\"other\":\"%s\"}".formatted(what, run, other);
  }

  private Stream<String> queries() {
    return server.asked().stream().map(asked -> asked.address().getQuery());
  }
}
