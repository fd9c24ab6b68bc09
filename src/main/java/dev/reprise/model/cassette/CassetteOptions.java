package dev.reprise.model.cassette;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.InvalidModelOptionsException.Problem;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * An agent's options for a cassette. Tested by {@code RecordedModelTest}.
 *
 * @param cassette the name of its file without {@code .jsonl}
 * @param of the model whose calls are recorded
 */
record CassetteOptions(String cassette, Matching matching, ModelChoice of) {

  /** What a call must have in common with a recorded one. */
  enum Matching {
    /** The whole content of the request. */
    STRICT,
    /** The phase, iteration and purpose. */
    LENIENT
  }

  private static final String NAME = "[a-z][a-z0-9-]{0,62}";
  private static final Set<String> MEMBERS = Set.of("cassette", "matching", "of");

  /**
   * Reads the options of {@code recorded}.
   *
   * @throws InvalidModelOptionsException if an option is not valid
   */
  static CassetteOptions of(JsonValue options) {
    JsonNode tree = Json.read(options.text());
    List<Problem> problems = new ArrayList<>();
    tree.fieldNames()
        .forEachRemaining(
            member -> {
              if (!MEMBERS.contains(member)) {
                problems.add(
                    new Problem(
                        member,
                        "is not allowed here; allowed are "
                            + String.join(", ", new TreeSet<>(MEMBERS))));
              }
            });
    if (!tree.path("cassette").isTextual() || !tree.path("cassette").asText().matches(NAME)) {
      problems.add(
          new Problem(
              "cassette", "must be 1 to 63 lower-case letters, digits or -, a letter first"));
    }
    String matching = tree.path("matching").asText("strict");
    if (!matching.equals("strict") && !matching.equals("lenient")) {
      problems.add(new Problem("matching", "must be strict or lenient"));
    }
    problems.addAll(ofProblems(tree.path("of")));
    if (!problems.isEmpty()) {
      throw new InvalidModelOptionsException(problems);
    }
    return new CassetteOptions(
        tree.path("cassette").asText(),
        matching.equals("strict") ? Matching.STRICT : Matching.LENIENT,
        choice((ObjectNode) tree.path("of")));
  }

  private static List<Problem> ofProblems(JsonNode of) {
    if (!of.isObject()) {
      return List.of(new Problem("of", "must be an object: the model whose calls are recorded"));
    }
    List<Problem> problems = new ArrayList<>();
    if (!of.path("provider").isTextual() || of.path("provider").asText().isBlank()) {
      problems.add(new Problem("of.provider", "is missing"));
    }
    if (of.path("provider").asText().equals(RecordedModel.PROVIDER)) {
      problems.add(new Problem("of.provider", "must be another provider"));
    }
    if (of.has("name") && !of.path("name").isTextual()) {
      problems.add(new Problem("of.name", "must be a text"));
    }
    if (of.has("fallbacks")) {
      problems.add(new Problem("of.fallbacks", "is not allowed here; fallbacks belong next to of"));
    }
    return problems;
  }

  private static ModelChoice choice(ObjectNode of) {
    ObjectNode options = JsonNodeFactory.instance.objectNode().setAll(of);
    options.remove(List.of("provider", "name"));
    return new ModelChoice(
        of.path("provider").asText(),
        of.path("name").asText("default"),
        new JsonValue(CanonicalJson.write(options)));
  }
}
