package dev.reprise.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.cli.output.Columns;
import dev.reprise.cli.output.LimitText;
import java.util.StringJoiner;

/** How runs are shown in tables. Tested by {@code CommandLineTest}. */
public final class RunColumns {

  /** Where a run has the limit that it has reached. */
  public static final String REACHED = "/progress/budget/reached";

  public static final Columns LIST =
      Columns.NONE
          .with("ID", "/id")
          .with("STATUS", "/status")
          .with("AGENT", "/agent")
          .with("WORKSPACE", "/workspace")
          .with("PHASE", RunColumns::phase)
          .with("USD", "/spentUsd")
          .with("WAITING FOR", "/waitingFor")
          .with("FAILURE", "/failure/code")
          .with("CREATED", "/createdAt")
          .with("ENDED", "/endedAt");

  public static final Columns DETAIL =
      Columns.NONE
          .with("id", "/id")
          .with("status", "/status")
          .with("waiting for", "/waitingFor")
          .with("agent", "/agent")
          .with("agent version", "/agentVersion")
          .with("workspace", "/workspace")
          .with("submitted by", "/submittedBy")
          .with("created", "/createdAt")
          .with("updated", "/updatedAt")
          .with("ended", "/endedAt")
          .with("why", "/reason")
          .with("server", "/holder/server")
          .with("forked from", "/forkedFrom/run")
          .with("phases", RunColumns::phases)
          .with("model calls", "/progress/iterations")
          .with("input tokens", "/progress/spent/usage/inputTokens")
          .with("output tokens", "/progress/spent/usage/outputTokens")
          .with("cost", run -> cost(run.at("/progress/spent/cost")))
          .with("limit reached", run -> LimitText.of(run.at(REACHED)))
          .with("events", "/lastSequence")
          .with("output", "/progress/outcome/output")
          .with("failure", RunColumns::failure)
          .with("cancelled by", "/progress/outcome/cancelledBy")
          .with("reason", "/progress/outcome/reason");

  private RunColumns() {}

  private static String phase(JsonNode run) {
    return run.has("phase")
        ? run.path("phase").asText() + " " + run.path("iteration").asText()
        : "";
  }

  private static String phases(JsonNode run) {
    var phases = new StringJoiner(", ");
    run.at("/progress/phases")
        .forEach(it -> phases.add(it.path("name").asText() + " " + it.path("state").asText()));
    return phases.toString();
  }

  /** Returns a cost in words: what is not known of it is not zero. */
  private static String cost(JsonNode cost) {
    if (cost.isMissingNode()) {
      return "";
    }
    String known = cost.path("amount").asText() + " " + cost.path("currency").asText();
    long unknown = cost.path("unknownCalls").asLong();
    return unknown == 0
        ? known
        : "%s and what %d model calls without a price cost".formatted(known, unknown);
  }

  private static String failure(JsonNode run) {
    JsonNode failure = run.at("/progress/outcome/failure");
    return failure.isMissingNode()
        ? ""
        : failure.path("code").asText() + ": " + failure.path("message").asText();
  }
}
