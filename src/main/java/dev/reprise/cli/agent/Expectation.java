package dev.reprise.cli.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.client.Run;
import dev.reprise.client.http.ClientJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What is expected of a run. Tested by {@code AgentTestCommandTest}.
 *
 * @param status how it ends; COMPLETED by default
 * @param contains texts that its output has, in upper or lower case
 * @param matches what a part of its output looks like
 * @param tools that it calls
 * @param noTools that it does not call
 * @param maxUsd what it costs at most
 */
record Expectation(
    String status,
    List<String> contains,
    Optional<Pattern> matches,
    List<String> tools,
    List<String> noTools,
    Optional<BigDecimal> maxUsd) {

  private static final Set<String> MEMBERS =
      Set.of("status", "contains", "matches", "tools", "no-tools", "max-usd");

  static Expectation of(String place, JsonNode json) {
    if (json.isMissingNode()) {
      return new Expectation(
          "COMPLETED", List.of(), Optional.empty(), List.of(), List.of(), Optional.empty());
    }
    AgentTestCase.requireKnown(place, json, MEMBERS);
    return new Expectation(
        ClientJson.text(json, "status").orElse("COMPLETED").toUpperCase(Locale.ROOT),
        texts(place, json, "contains"),
        ClientJson.text(json, "matches").map(text -> pattern(place, text)),
        texts(place, json, "tools"),
        texts(place, json, "no-tools"),
        Optional.ofNullable(json.get("max-usd")).map(usd -> amount(place, usd)));
  }

  private static List<String> texts(String place, JsonNode json, String name) {
    JsonNode texts = json.path(name);
    if (texts.isMissingNode()) {
      return List.of();
    }
    if (texts.isTextual()) {
      return List.of(texts.asText());
    }
    if (!texts.isArray()) {
      throw new IllegalArgumentException(
          "%s.%s must be a text or a list of texts".formatted(place, name));
    }
    return ClientJson.list(texts, JsonNode::asText);
  }

  private static Pattern pattern(String place, String text) {
    try {
      return Pattern.compile(text, Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "%s.matches must be a regular expression: %s".formatted(place, e.getDescription()), e);
    }
  }

  private static BigDecimal amount(String place, JsonNode usd) {
    if (!usd.isNumber()) {
      throw new IllegalArgumentException(place + ".max-usd must be a number");
    }
    return usd.decimalValue();
  }

  /**
   * Returns in what a run differs from this; nothing if it is as expected.
   *
   * @param run after its end
   * @param called the tools that it has called
   */
  List<String> differences(Run run, Set<String> called) {
    List<String> differences = new ArrayList<>();
    String output = run.outcome().flatMap(Run.Outcome::output).orElse("");
    if (!run.status().name().equals(status)) {
      String why = run.outcome().flatMap(Run.Outcome::failure).map(it -> ": " + it).orElse("");
      differences.add("ended as %s, not %s%s".formatted(run.status(), status, why));
    }
    String lower = output.toLowerCase(Locale.ROOT);
    for (String text : contains) {
      if (!lower.contains(text.toLowerCase(Locale.ROOT))) {
        differences.add("the output does not contain '%s'".formatted(text));
      }
    }
    matches
        .filter(pattern -> !pattern.matcher(output).find())
        .ifPresent(pattern -> differences.add("the output does not match " + pattern));
    tools.stream()
        .filter(tool -> !called.contains(tool))
        .forEach(tool -> differences.add("it did not call " + tool));
    noTools.stream().filter(called::contains).forEach(tool -> differences.add("it called " + tool));
    JsonNode cost = run.json().at("/progress/spent/cost");
    maxUsd.flatMap(most -> costDifference(cost, most)).ifPresent(differences::add);
    return differences;
  }

  private static Optional<String> costDifference(JsonNode cost, BigDecimal most) {
    BigDecimal usd = cost.path("amount").decimalValue();
    if (usd.compareTo(most) > 0) {
      return Optional.of("it cost %s USD, more than %s".formatted(usd, most));
    }
    long unknown = cost.path("unknownCalls").asLong();
    return unknown == 0
        ? Optional.empty()
        : Optional.of(
            "it is not known whether it cost at most %s USD: %d of its model calls have no price"
                .formatted(most, unknown));
  }
}
