package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.PromptReference;
import dev.reprise.agent.Template;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.schema.JsonSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks the references between parts of a document. It works on the tree, so that it also checks a
 * document with other problems. It ignores members that are missing or have the wrong type. Tested
 * by {@code DocumentProblemsTest}.
 */
final class CrossReferenceCheck {

  private static final String NO_EMPTY_JSON = "must not be true beside an output: no JSON is empty";

  private final List<DocumentError> problems = new ArrayList<>();
  private final Set<String> grant;

  /** The phases before the current one, with the paths of their names. */
  private final Map<String, String> earlier = new HashMap<>();

  /** Those of them whose answers are JSON. */
  private final Set<String> withOutput = new HashSet<>();

  private CrossReferenceCheck(JsonNode tree) {
    grant = texts(tree.path("tools"));
  }

  /** Returns the problems of references. */
  static List<DocumentError> problems(JsonNode tree) {
    var references = new CrossReferenceCheck(tree);
    references.waits(tree);
    references.grants(tree.path("grants"));
    references.schema(tree.path("input"), "input");
    JsonNode phases = tree.path("phases");
    references.outputOfAgent(tree.path("output"), phases);
    for (int i = 0; phases.isArray() && i < phases.size() && references.hasRoom(); i++) {
      references.phase(
          phases.get(i),
          "phases[" + i + "]",
          i == phases.size() - 1 && tree.path("output").isObject());
    }
    return references.problems;
  }

  /**
   * Refuses tools that wait if bodies are not recorded: a waiting run releases its server, and a
   * run resumes from its record only with bodies.
   */
  private void waits(JsonNode tree) {
    if (!tree.path("record").path("bodies").isBoolean()
        || tree.path("record").path("bodies").booleanValue()) {
      return;
    }
    grant.stream()
        .filter(ControlTool::isNamed)
        .forEach(
            tool ->
                problem(
                    "record.bodies",
                    "must not be false if '%s' is granted: a run that waits resumes from its record"
                        .formatted(tool)));
  }

  /** What the agent's runs answer is what their last phase answers. */
  private void outputOfAgent(JsonNode output, JsonNode phases) {
    schema(output, "output");
    JsonNode last = phases.path(phases.size() - 1);
    if (output.isObject() && last.isObject()) {
      String path = "phases[%d]".formatted(phases.size() - 1);
      if (last.has("output")) {
        problem(
            path + ".output", "must not be there: the agent's output is that of its last phase");
      }
      if (last.path("allowEmptyAnswer").asBoolean()) {
        problem(path + ".allowEmptyAnswer", NO_EMPTY_JSON);
      }
      if (last.path("critical").isBoolean() && !last.path("critical").booleanValue()) {
        problem(
            path + ".critical", "must not be false: the agent has an output, which is its answer");
      }
    }
  }

  private void schema(JsonNode schema, String path) {
    if (schema.isObject()) {
      try {
        JsonSchema.of(schema, "the schema");
      } catch (IllegalArgumentException e) {
        problem(path, "must be a JSON Schema: " + e.getMessage());
      }
    }
  }

  /** Refuses grants for tools that the agent may not call: such a name is probably misspelt. */
  private void grants(JsonNode grants) {
    grants
        .fieldNames()
        .forEachRemaining(
            tool -> {
              if (!grant.contains(tool) && hasRoom()) {
                problem(
                    "grants." + tool,
                    "must be a tool of the agent; its tools are " + listed(grant));
              }
            });
  }

  /** Returns the texts in a list. */
  static Set<String> texts(JsonNode list) {
    Set<String> texts = new LinkedHashSet<>();
    list.forEach(
        element -> {
          if (element.isTextual()) {
            texts.add(element.textValue());
          }
        });
    return texts;
  }

  private void phase(JsonNode phase, String path, boolean isLastOfOutput) {
    tools(phase.path("tools"), path + ".tools");
    prompt(phase.path("prompt"), path + ".prompt");
    output(phase, path, isLastOfOutput);
    if (!phase.path("name").isTextual()) {
      return;
    }
    String name = phase.path("name").textValue();
    if (phase.path("output").isObject()) {
      withOutput.add(name);
    }
    String first = earlier.putIfAbsent(name, path + ".name");
    if (first != null) {
      problem(path + ".name", "must be unique: '%s' is taken by %s".formatted(name, first));
    }
  }

  private void output(JsonNode phase, String path, boolean isLastOfOutput) {
    schema(phase.path("output"), path + ".output");
    if (phase.has("attempts") && !phase.has("output") && !isLastOfOutput) {
      problem(
          path + ".attempts", "must only be set with an output, of which it counts the answers");
    }
    if (phase.has("output") && phase.path("allowEmptyAnswer").asBoolean()) {
      problem(path + ".allowEmptyAnswer", NO_EMPTY_JSON);
    }
  }

  private void tools(JsonNode tools, String path) {
    for (int i = 0; tools.isArray() && i < tools.size() && hasRoom(); i++) {
      String tool = tools.get(i).asText();
      if (tools.get(i).isTextual() && !grant.contains(tool)) {
        problem(
            path + "[" + i + "]",
            "'%s' must be a tool of the agent; its tools are %s".formatted(tool, listed(grant)));
      }
    }
  }

  private void prompt(JsonNode prompt, String path) {
    if (!prompt.isTextual()) {
      return;
    }
    try {
      for (String reference : new Template(prompt.textValue()).references()) {
        if (hasRoom()) {
          reference(reference, path);
        }
      }
    } catch (IllegalArgumentException e) {
      problem(path, String.valueOf(e.getMessage()));
    }
  }

  private void reference(String reference, String path) {
    var parsed = PromptReference.parse(reference);
    if (parsed.isEmpty()) {
      problem(
          path,
          "'%s' refers to nothing; allowed are input.<path>, phases.<earlier phase>.output and, if that phase has an output, phases.<earlier phase>.output.<path>"
              .formatted(reference));
      return;
    }
    if (!(parsed.get() instanceof PromptReference.Output output)) {
      return;
    }
    if (!earlier.containsKey(output.phase())) {
      problem(
          path,
          "'%s' must refer to an earlier phase; earlier ones are %s"
              .formatted(reference, listed(earlier.keySet())));
    } else if (!output.path().isEmpty() && !withOutput.contains(output.phase())) {
      problem(
          path,
          "'%s' must refer to a phase with an output; such earlier ones are %s"
              .formatted(reference, listed(withOutput)));
    }
  }

  static String listed(Set<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names.stream().sorted().toList());
  }

  private boolean hasRoom() {
    return problems.size() < DocumentError.MAX_REPORTED;
  }

  private void problem(String path, String message) {
    problems.add(new DocumentError(path, message));
  }
}
