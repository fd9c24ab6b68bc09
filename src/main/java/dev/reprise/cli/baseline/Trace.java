package dev.reprise.cli.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What a run did, step by step; the calls of a reply are in the order of the reply. */
public record Trace(List<Step> steps) {

  public Trace {
    steps = List.copyOf(steps);
  }

  /**
   * Returns the trace of a run.
   *
   * @param events of its journal, as the API gives them, all in order
   */
  public static Trace of(Iterable<JsonNode> events) {
    var builder = new TraceBuilder();
    events.forEach(event -> builder.add(event.path("type").asText(), event.path("data")));
    return new Trace(builder.steps());
  }
}
