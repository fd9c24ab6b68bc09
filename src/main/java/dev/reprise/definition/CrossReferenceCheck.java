package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.agent.ControlTool;
import dev.reprise.agent.PromptReference;
import dev.reprise.agent.Template;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks what parts of a document say about each other. Works on the tree, because a document with
 * other faults is checked all the same; what is not there or of another type is not its business.
 */
final class CrossReferenceCheck {

  private final List<DocumentError> problems = new ArrayList<>();
  private final Set<String> grant;

  /** The phases before the one at hand, each with where its name stands. */
  private final Map<String, String> earlier = new HashMap<>();

  private CrossReferenceCheck(JsonNode tree) {
    grant = texts(tree.path("tools"));
  }

  /** Returns what does not fit together. */
  static List<DocumentError> problems(JsonNode tree) {
    var references = new CrossReferenceCheck(tree);
    references.waits(tree);
    references.grants(tree.path("grants"));
    JsonNode phases = tree.path("phases");
    for (int i = 0; phases.isArray() && i < phases.size() && references.goesOn(); i++) {
      references.phase(phases.get(i), "phases[" + i + "]");
    }
    return references.problems;
  }

  /** A wait gives its run up, and without its bodies no run goes on from its record. */
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
                    "may not be false where '%s' is granted: a run that waits goes on from its record"
                        .formatted(tool)));
  }

  /** What an agent may not call at all it cannot narrow; and a name may be misspelt. */
  private void grants(JsonNode grants) {
    grants
        .fieldNames()
        .forEachRemaining(
            tool -> {
              if (!grant.contains(tool) && goesOn()) {
                problem(
                    "grants." + tool,
                    "narrows a tool that is not granted to the agent; its tools are "
                        + listed(grant));
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

  private void phase(JsonNode phase, String path) {
    tools(phase.path("tools"), path + ".tools");
    prompt(phase.path("prompt"), path + ".prompt");
    if (!phase.path("name").isTextual()) {
      return;
    }
    String name = phase.path("name").textValue();
    String first = earlier.putIfAbsent(name, path + ".name");
    if (first != null) {
      problem(
          path + ".name", "'%s' is taken by %s; names of phases are unique".formatted(name, first));
    }
  }

  private void tools(JsonNode tools, String path) {
    for (int i = 0; tools.isArray() && i < tools.size() && goesOn(); i++) {
      String tool = tools.get(i).asText();
      if (tools.get(i).isTextual() && !grant.contains(tool)) {
        problem(
            path + "[" + i + "]",
            "'%s' is not granted to the agent; its tools are %s".formatted(tool, listed(grant)));
      }
    }
  }

  private void prompt(JsonNode prompt, String path) {
    if (!prompt.isTextual()) {
      return;
    }
    try {
      for (String reference : new Template(prompt.textValue()).references()) {
        if (goesOn()) {
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
          "'%s' refers to nothing; allowed are input.<path> and phases.<earlier phase>.output"
              .formatted(reference));
      return;
    }
    if (parsed.get() instanceof PromptReference.Output output
        && !earlier.containsKey(output.phase())) {
      problem(
          path,
          "'%s' refers to no earlier phase; earlier ones are %s"
              .formatted(reference, listed(earlier.keySet())));
    }
  }

  static String listed(Set<String> names) {
    return names.isEmpty() ? "none" : String.join(", ", names.stream().sorted().toList());
  }

  private boolean goesOn() {
    return problems.size() < DocumentError.MOST;
  }

  private void problem(String path, String message) {
    problems.add(new DocumentError(path, message));
  }
}
