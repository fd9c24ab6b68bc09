package dev.reprise.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.stream.Event;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The phases of a run, in order, each with its state, such as {@code OPEN}. */
record PhaseList(Map<String, String> states) {

  static final PhaseList NONE = new PhaseList(Map.of());

  private static final String OPEN = "OPEN";

  /** Reads the phases of a run's progress. */
  static PhaseList of(JsonNode phases) {
    Map<String, String> states = new LinkedHashMap<>();
    phases.forEach(it -> states.put(it.path("name").asText(), it.path("state").asText()));
    return new PhaseList(states);
  }

  PhaseList after(Event event) {
    return switch (event.type()) {
      case "phase.started" -> with(event, OPEN);
      case "phase.completed" -> with(event, "COMPLETED");
      case "phase.skipped" -> with(event, "SKIPPED");
      case "phase.failed" -> with(event, "FAILED");
      default -> this;
    };
  }

  private PhaseList with(Event event, String state) {
    Map<String, String> next = new LinkedHashMap<>(states);
    next.put(event.data().path("phase").asText(), state);
    return new PhaseList(next);
  }

  int count() {
    return states.size();
  }

  /** Returns how many phases are over. */
  int over() {
    return (int)
        states.values().stream()
            .filter(it -> it.equals("COMPLETED") || it.equals("SKIPPED"))
            .count();
  }

  /** Returns the name of the phase that is worked on. */
  Optional<String> open() {
    return states.entrySet().stream()
        .filter(it -> it.getValue().equals(OPEN))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
