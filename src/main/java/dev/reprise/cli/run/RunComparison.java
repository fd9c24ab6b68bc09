package dev.reprise.cli.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.reprise.cli.output.Columns;
import dev.reprise.client.Run;
import dev.reprise.client.http.RepriseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** In what two runs differ, and the event up to which they are the same, if one is a fork. */
final class RunComparison {

  private final Source runs;

  /** Where runs are read. */
  @FunctionalInterface
  interface Source {
    Run show(UUID run) throws RepriseException, InterruptedException;
  }

  RunComparison(Source runs) {
    this.runs = runs;
  }

  /** Returns a row for the common past of two runs, if any, and for each column that differs. */
  List<JsonNode> of(UUID run, UUID other) throws RepriseException, InterruptedException {
    Run one = runs.show(run);
    Run two = runs.show(other);
    List<JsonNode> rows = new ArrayList<>();
    commonPast(pasts(one), pasts(two)).ifPresent(past -> rows.add(row("same up to", past, past)));
    for (Columns.Column column : RunColumns.DETAIL.columns()) {
      String left = column.text().apply(one.json());
      String right = column.text().apply(two.json());
      if (!left.equals(right)) {
        rows.add(row(column.title(), left, right));
      }
    }
    return rows;
  }

  /** Returns the runs whose events are a run's past, and its own, each with the last such event. */
  private Map<UUID, Long> pasts(Run run) throws RepriseException, InterruptedException {
    Map<UUID, Long> pasts = new LinkedHashMap<>();
    pasts.put(run.id(), run.json().path("lastSequence").asLong());
    JsonNode origin = run.json().path("forkedFrom");
    while (!origin.isMissingNode()) {
      UUID parent = UUID.fromString(origin.path("run").asText());
      pasts.put(parent, origin.path("sequence").asLong());
      origin = runs.show(parent).json().path("forkedFrom");
    }
    return pasts;
  }

  private static Optional<String> commonPast(Map<UUID, Long> one, Map<UUID, Long> other) {
    return one.entrySet().stream()
        .flatMap(
            past ->
                Optional.ofNullable(other.get(past.getKey()))
                    .map(theirs -> past(past.getKey(), Math.min(past.getValue(), theirs)))
                    .stream())
        .findFirst();
  }

  private static String past(UUID run, long last) {
    return "event %d of run %s".formatted(last, run);
  }

  private static JsonNode row(String what, String run, String other) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("what", what)
        .put("run", run)
        .put("other", other);
  }
}
