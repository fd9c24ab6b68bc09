package dev.reprise.definition;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.Difference;
import dev.reprise.agent.ModelChain;
import dev.reprise.agent.ModelChoice;
import dev.reprise.agent.Phase;
import dev.reprise.agent.PinnedTool;
import dev.reprise.model.ChatModel;
import dev.reprise.model.InvalidModelOptionsException;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.platform.FailureText;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks whether this server has what a run pins: its tools with unchanged declarations, and a
 * provider for each of its models that accepts the options. The run pins the whole agent, so the
 * agent itself needs no comparison.
 */
@ApplicationScoped
public class CompatibilityCheck {

  private final ToolCatalogue tools;
  private final ChatModels models;

  @Inject
  public CompatibilityCheck(ToolCatalogue tools, ChatModels models) {
    this.tools = tools;
    this.models = models;
  }

  /**
   * Returns the tools of this server that a tenant's run of this agent pins: those that a phase
   * grants.
   */
  public List<PinnedTool> pins(String tenant, AgentDefinition agent) {
    return tools.granted(tenant, agent.grantedTools()).pins();
  }

  /**
   * Returns how this server, as a tenant sees it, differs from what a run pins.
   *
   * @param kept the run's tools
   * @param needed the names of the tools that the run may still call
   */
  public List<Difference> differences(
      String tenant, AgentDefinition agent, List<PinnedTool> kept, Set<String> needed) {
    List<Difference> differences = new ArrayList<>(tools.differences(tenant, kept, needed));
    differences.addAll(modelDifferences(agent));
    return differences;
  }

  /**
   * Returns which models of an agent cannot reply on this server, and why. It includes models that
   * a run has abandoned or may never reach, because a retry begins with the first.
   */
  public List<Difference> modelDifferences(AgentDefinition agent) {
    List<String> phases = agent.phases().stream().map(Phase::name).toList();
    ModelChain chain = agent.models();
    List<Difference> differences = new ArrayList<>(differences("model", chain.first(), phases));
    for (int i = 0; i < chain.fallbacks().size(); i++) {
      String path = "model.fallbacks[" + i + "]";
      differences.addAll(differences(path, chain.fallbacks().get(i), phases));
    }
    return differences;
  }

  private List<Difference> differences(String path, ModelChoice choice, List<String> phases) {
    String provider = choice.provider();
    Optional<ChatModel> model = models.find(provider);
    if (model.isEmpty()) {
      return List.of(
          new Difference(
              path + ".provider",
              "'%s' is not there, only %s"
                  .formatted(provider, CrossReferenceCheck.listed(models.names()))));
    }
    try {
      model.get().check(new ChatModel.ModelOptions(choice.options(), phases));
      return List.of();
    } catch (InvalidModelOptionsException e) {
      return e.problems().stream()
          .limit(DocumentError.MAX_REPORTED)
          .map(
              problem ->
                  new Difference(DocumentError.under(path, problem.path()), problem.message()))
          .toList();
    } catch (RuntimeException e) { // a defect of the provider is not a defect of the run's record
      return List.of(
          new Difference(path, "cannot be checked by its provider: " + FailureText.of(e)));
    }
  }
}
