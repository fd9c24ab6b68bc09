package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.JsonValue;
import dev.reprise.model.ChatModel;
import dev.reprise.model.ChatModels;
import dev.reprise.model.InvalidModelOptions;
import dev.reprise.platform.CanonicalJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What this server has for agents to use, at one moment.
 *
 * @param tools the names of the tools
 * @param models the providers
 */
public record Surroundings(Set<String> tools, ChatModels models) {

  public Surroundings {
    tools = Set.copyOf(tools);
  }

  /** Returns what a document asks for and does not get here. */
  List<Problem> problems(JsonNode tree) {
    List<Problem> problems = new ArrayList<>();
    JsonNode granted = tree.path("tools");
    for (int i = 0;
        granted.isArray() && i < granted.size() && problems.size() < Problem.MOST;
        i++) {
      JsonNode tool = granted.get(i);
      if (tool.isTextual() && !tools.contains(tool.textValue())) {
        problems.add(
            new Problem(
                "tools[" + i + "]",
                "there is no tool '%s' here; there are %s"
                    .formatted(tool.textValue(), References.listed(tools))));
      }
    }
    List<String> phases = new ArrayList<>();
    tree.path("phases").forEach(phase -> phases.add(phase.path("name").asText()));
    problems.addAll(modelProblems("model", tree.path("model"), phases));
    JsonNode fallbacks = tree.path("model").path("fallbacks");
    for (int i = 0;
        fallbacks.isArray() && i < fallbacks.size() && problems.size() < Problem.MOST;
        i++) {
      problems.addAll(modelProblems("model.fallbacks[" + i + "]", fallbacks.get(i), phases));
    }
    return problems;
  }

  private List<Problem> modelProblems(String path, JsonNode choice, List<String> phases) {
    if (!choice.path("provider").isTextual()) {
      return List.of();
    }
    String provider = choice.path("provider").textValue();
    var model = models.find(provider);
    if (model.isEmpty()) {
      return List.of(
          new Problem(
              path + ".provider",
              "there is no provider '%s' here; there are %s"
                  .formatted(provider, References.listed(models.names()))));
    }
    try {
      model.get().check(options(choice, phases));
      return List.of();
    } catch (InvalidModelOptions e) {
      return e.problems().stream()
          .map(problem -> new Problem(Problem.under(path, problem.path()), problem.message()))
          .toList();
    }
  }

  private static ChatModel.ModelOptions options(JsonNode choice, List<String> phases) {
    ObjectNode options = choice.deepCopy();
    options.remove(List.of("provider", "name", "fallbacks"));
    return new ChatModel.ModelOptions(new JsonValue(CanonicalJson.write(options)), phases);
  }
}
