package dev.reprise.cli.baseline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.cli.options.TextFile;
import dev.reprise.platform.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * A trace that was captured, with which later ones are compared.
 *
 * @param ignored what may differ: addresses such as {@code read/1/c1} or {@code read/1/c1.result},
 *     in which {@code *} stands for any characters
 */
public record Baseline(Origin origin, List<String> ignored, Trace trace) {

  private static final String FORMAT = "reprise-baseline";
  private static final int VERSION = 1;

  /**
   * How a baseline came about.
   *
   * @param command how the scenario is started, for people who capture it again
   * @param agentVersion the hash of the agent's document
   * @param models that answered
   * @param version of Reprise
   */
  public record Origin(
      String command,
      String agent,
      String agentVersion,
      List<String> models,
      String version,
      Instant at) {
    public Origin {
      models = List.copyOf(models);
    }
  }

  public Baseline {
    ignored = List.copyOf(ignored);
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is no baseline
   */
  public static Baseline read(Path file) throws IOException {
    JsonNode tree = Json.read(TextFile.read(file));
    if (!tree.path("format").asText().equals(FORMAT) || tree.path("version").asInt() != VERSION) {
      throw new IllegalArgumentException(
          "%s is no baseline of version %d".formatted(file, VERSION));
    }
    JsonNode origin = tree.path("origin");
    List<Step> steps = new ArrayList<>();
    tree.path("steps").forEach(it -> steps.add(step(it)));
    return new Baseline(
        new Origin(
            origin.path("command").asText(),
            origin.path("agent").asText(),
            origin.path("agentVersion").asText(),
            texts(origin.path("models")),
            origin.path("version").asText(),
            time(file, origin.path("at").asText())),
        texts(tree.path("ignored")),
        new Trace(steps));
  }

  private static Instant time(Path file, String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "%s: origin.at must be a time such as 2026-01-01T00:00:00Z, not '%s'"
              .formatted(file, text),
          e);
    }
  }

  private static Step step(JsonNode tree) {
    Map<String, String> values = new LinkedHashMap<>();
    tree.path("values").properties().forEach(it -> values.put(it.getKey(), it.getValue().asText()));
    return new Step(tree.path("at").asText(), values);
  }

  private static List<String> texts(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
  }

  /** Writes the baseline to a file, in a form that a review can read. */
  public void write(Path file) throws IOException {
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.put("format", FORMAT).put("version", VERSION);
    ObjectNode from = tree.putObject("origin");
    from.put("command", origin.command());
    from.put("agent", origin.agent()).put("agentVersion", origin.agentVersion());
    origin.models().forEach(from.putArray("models")::add);
    from.put("version", origin.version()).put("at", origin.at().toString());
    ignored.forEach(tree.putArray("ignored")::add);
    ArrayNode steps = tree.putArray("steps");
    for (Step step : trace.steps()) {
      ObjectNode values = steps.addObject().put("at", step.at()).putObject("values");
      step.values().forEach(values::put);
    }
    Files.writeString(file, tree.toPrettyString() + "\n");
  }

  /** Returns what a later trace does differently, a line each, in the order of the steps. */
  public List<String> differences(Trace later) {
    return new TraceComparison(ignored).differences(trace, later);
  }
}
