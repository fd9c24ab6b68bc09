package dev.reprise.definition;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.model.ChatModel;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.tool.secret.WithheldTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tools and models of this server at one moment, as agents may use them.
 *
 * @param tools the tenants of each tool by its name
 * @param withheld the tools that exist but that no agent gets, by name
 * @param models the model providers
 * @param unnamed the tenants of agents whose documents name none
 */
public record ServerCapabilities(
    Map<String, TenantScope> tools,
    Map<String, WithheldTool> withheld,
    ChatModels models,
    TenantScope unnamed) {

  public ServerCapabilities {
    tools = Map.copyOf(tools);
    withheld = Map.copyOf(withheld);
  }

  /** Creates the capabilities of a server with one tenant. */
  ServerCapabilities(Set<String> tools, ChatModels models) {
    this(tools, Map.of(), models, TenantScope.ALL);
  }

  /**
   * Creates capabilities whose tools are for all tenants.
   *
   * @param withheld why tools exist but are not offered, by name
   */
  public ServerCapabilities(
      Set<String> tools, Map<String, String> withheld, ChatModels models, TenantScope unnamed) {
    this(
        tools.stream().collect(Collectors.toMap(name -> name, name -> TenantScope.ALL)),
        withheld.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, it -> new WithheldTool(it.getValue(), TenantScope.ALL))),
        models,
        unnamed);
  }

  /** Returns the tenants of a document. */
  TenantScope tenants(JsonNode tree) {
    try {
      return DocumentTenants.of(tree).orElse(unnamed);
    } catch (IllegalArgumentException e) {
      return unnamed; // AgentReader reports it as a problem of the document
    }
  }

  /** Returns the tools that all these tenants have. */
  private Set<String> toolsFor(TenantScope tenants) {
    return tools.entrySet().stream()
        .filter(tool -> tool.getValue().covers(tenants))
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Returns what a document needs but this server does not have. */
  List<DocumentError> problems(JsonNode tree) {
    List<DocumentError> problems = new ArrayList<>();
    if (unnamed.equals(TenantScope.NONE) && !DocumentTenants.areNamed(tree)) {
      problems.add(DocumentTenants.missing());
    }
    Set<String> usable = toolsFor(tenants(tree));
    JsonNode granted = tree.path("tools");
    for (int i = 0;
        granted.isArray() && i < granted.size() && problems.size() < DocumentError.MAX_REPORTED;
        i++) {
      JsonNode tool = granted.get(i);
      if (tool.isTextual() && !usable.contains(tool.textValue())) {
        problems.add(
            new DocumentError(
                "tools[" + i + "]",
                withheld(tool.textValue(), tenants(tree))
                    .orElseGet(
                        () ->
                            "there is no tool '%s' here; there are %s"
                                .formatted(tool.textValue(), CrossReferenceCheck.listed(usable)))));
      }
    }
    List<String> phases = new ArrayList<>();
    tree.path("phases").forEach(phase -> phases.add(phase.path("name").asText()));
    problems.addAll(modelProblems("model", tree.path("model"), phases));
    JsonNode fallbacks = tree.path("model").path("fallbacks");
    for (int i = 0;
        fallbacks.isArray() && i < fallbacks.size() && problems.size() < DocumentError.MAX_REPORTED;
        i++) {
      problems.addAll(modelProblems("model.fallbacks[" + i + "]", fallbacks.get(i), phases));
    }
    return problems;
  }

  private Optional<String> withheld(String tool, TenantScope tenants) {
    return Optional.ofNullable(withheld.get(tool))
        .filter(it -> it.tenants().covers(tenants))
        .map(WithheldTool::why);
  }

  private List<DocumentError> modelProblems(String path, JsonNode choice, List<String> phases) {
    if (!choice.path("provider").isTextual()) {
      return List.of();
    }
    String provider = choice.path("provider").textValue();
    var model = models.find(provider);
    if (model.isEmpty()) {
      return List.of(
          new DocumentError(
              path + ".provider",
              "there is no provider '%s' here; there are %s"
                  .formatted(provider, CrossReferenceCheck.listed(models.names()))));
    }
    try {
      model.get().check(options(choice, phases));
      return List.of();
    } catch (InvalidModelOptionsException e) {
      return e.problems().stream()
          .map(
              problem ->
                  new DocumentError(DocumentError.under(path, problem.path()), problem.message()))
          .toList();
    }
  }

  private static ChatModel.ModelOptions options(JsonNode choice, List<String> phases) {
    ObjectNode options = choice.deepCopy();
    options.remove(AgentDocument.MODEL_MEMBERS);
    return new ChatModel.ModelOptions(new JsonValue(CanonicalJson.write(options)), phases);
  }
}
