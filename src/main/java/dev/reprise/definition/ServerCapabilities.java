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
import dev.reprise.tool.call.ExpectedTools;
import dev.reprise.tool.secret.WithheldTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The tools and models of this server at one moment, as agents may use them. Tested by {@code
 * AgentReaderTest}.
 *
 * @param tools the tenants of each tool by its name
 * @param expected the tools that may still come
 * @param withheld the tools that exist but that no agent gets, by name
 * @param models the model providers
 * @param unnamed the tenants of agents whose documents name none
 */
public record ServerCapabilities(
    Map<String, TenantScope> tools,
    List<ExpectedTools> expected,
    Map<String, WithheldTool> withheld,
    ChatModels models,
    TenantScope unnamed) {

  public ServerCapabilities {
    tools = Map.copyOf(tools);
    expected = List.copyOf(expected);
    withheld = Map.copyOf(withheld);
  }

  /** Creates the capabilities of a server with one tenant. */
  ServerCapabilities(Set<String> tools, ChatModels models) {
    this(tools, List.of(), Map.of(), models, TenantScope.ALL);
  }

  /**
   * Creates capabilities whose tools are for all tenants.
   *
   * @param withheld why tools exist but are not offered, by name
   */
  public ServerCapabilities(
      Set<String> tools,
      List<ExpectedTools> expected,
      Map<String, String> withheld,
      ChatModels models,
      TenantScope unnamed) {
    this(
        tools.stream().collect(Collectors.toMap(name -> name, name -> TenantScope.ALL)),
        expected,
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

  /** Returns what a document needs but this server does not have, and cannot be expected to get. */
  List<DocumentError> problems(JsonNode tree) {
    List<DocumentError> problems = new ArrayList<>();
    if (unnamed.equals(TenantScope.NONE) && !DocumentTenants.areNamed(tree)) {
      problems.add(DocumentTenants.missing());
    }
    TenantScope tenants = tenants(tree);
    Set<String> usable = toolsFor(tenants);
    problems.addAll(
        absent(
            tree,
            tool ->
                expected(tool, tenants).isPresent()
                    ? Optional.empty()
                    : withheld(tool, tenants)
                        .or(
                            () ->
                                Optional.of(
                                    "there is no tool '%s' here; there are %s"
                                        .formatted(tool, CrossReferenceCheck.listed(usable))))));
    List<String> phases = phases(tree);
    problems.addAll(modelProblems("model", tree.path("model"), phases));
    JsonNode fallbacks = tree.path("model").path("fallbacks");
    for (int i = 0;
        fallbacks.isArray() && i < fallbacks.size() && problems.size() < DocumentError.MAX_REPORTED;
        i++) {
      problems.addAll(modelProblems("model.fallbacks[" + i + "]", fallbacks.get(i), phases));
    }
    return problems;
  }

  /** Returns the names of all phases; none if one has no name, so that no others are missed. */
  private static List<String> phases(JsonNode tree) {
    List<JsonNode> names = new ArrayList<>();
    tree.path("phases").forEach(phase -> names.add(phase.path("name")));
    return names.stream().allMatch(JsonNode::isTextual)
        ? names.stream().map(JsonNode::textValue).toList()
        : List.of();
  }

  /** Returns what a document needs and this server does not have yet. */
  List<DocumentError> notYet(JsonNode tree) {
    TenantScope tenants = tenants(tree);
    return absent(
        tree,
        tool ->
            expected(tool, tenants)
                .map(it -> "the tool '%s' is not there yet: %s".formatted(tool, it.why())));
  }

  /** Returns those of a document's tools that are not here, with what is to be said of them. */
  private List<DocumentError> absent(JsonNode tree, Function<String, Optional<String>> words) {
    Set<String> usable = toolsFor(tenants(tree));
    JsonNode granted = tree.path("tools");
    List<DocumentError> absent = new ArrayList<>();
    for (int i = 0;
        granted.isArray() && i < granted.size() && absent.size() < DocumentError.MAX_REPORTED;
        i++) {
      String tool = granted.get(i).asText();
      String path = "tools[" + i + "]";
      if (granted.get(i).isTextual() && !usable.contains(tool)) {
        words.apply(tool).ifPresent(it -> absent.add(new DocumentError(path, it)));
      }
    }
    return absent;
  }

  private Optional<ExpectedTools> expected(String tool, TenantScope tenants) {
    return expected.stream()
        .filter(it -> it.mayHave(tool) && it.tenants().covers(tenants))
        .findFirst();
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
    if (model.get().hasSeveral() && !choice.hasNonNull("name")) {
      return List.of(
          new DocumentError(
              path + ".name",
              "is missing; it must be the name of a model of provider '%s'".formatted(provider)));
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
