package dev.reprise.api.catalogue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ToolGrant;
import dev.reprise.api.http.FieldError;
import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;

/**
 * What a document may do in a trial. Its run is one of agent {@value AgentDefinition#TRIAL}, so the
 * tool policy, budgets, breakers and approvals treat it as that agent, whatever the document's
 * name.
 *
 * <p>Under the name of a deployed agent it has no more tools than that agent, and their grants are
 * narrowed to that agent's. Under any other name it uses no secrets; and on a server that divides
 * its users into tenants only tools that reach nothing beyond the tenant's files and notes, because
 * there no one but the server's operator gives an agent anything else.
 */
@ApplicationScoped
class TrialRights {

  /** The categories of tools that reach nothing beyond the tenant's files and notes. */
  private static final Set<String> CONFINED =
      Set.of("workspace", "memory", "code", "control", "record");

  private static final ToolGrant WITHOUT_SECRETS =
      new ToolGrant(Set.of(), Optional.of(Set.of()), Optional.empty(), false);

  private final AgentCatalogue agents;
  private final ToolCatalogue tools;
  private final boolean isDivided;

  @Inject
  TrialRights(AgentCatalogue agents, ToolCatalogue tools, Config config) {
    this(agents, tools, TenantScope.isDivided(config));
  }

  TrialRights(AgentCatalogue agents, ToolCatalogue tools, boolean isDivided) {
    this.agents = agents;
    this.tools = tools;
    this.isDivided = isDivided;
  }

  /**
   * Narrows a valid document to what it may do in a trial, and gives it the name of trials.
   *
   * @param tried the agent of the document
   * @throws ProblemException if the document has a tool that a trial of it may not use; names all
   */
  void narrow(String tenant, AgentDefinition tried, ObjectNode document) {
    Optional<AgentDefinition> deployed = deployed(tenant, tried.name());
    List<FieldError> errors = new ArrayList<>();
    ObjectNode grants = document.putObject("grants");
    for (int i = 0; i < document.path("tools").size(); i++) {
      String tool = document.path("tools").get(i).asText();
      Optional<String> refusal = refusal(tenant, tool, deployed, tried.name());
      Optional<ToolGrant> grant =
          tried.grant(tool).within(deployed.map(it -> it.grant(tool)).orElse(WITHOUT_SECRETS));
      if (refusal.isPresent()) {
        errors.add(new FieldError("tools[" + i + "]", refusal.get()));
      } else if (grant.isEmpty()) {
        errors.add(
            new FieldError(
                "grants." + tool + ".only",
                "must have something that the grant of the deployed agent '%s' has"
                    .formatted(tried.name())));
      } else {
        put(grants.putObject(tool), grant.get());
      }
    }
    if (!errors.isEmpty()) {
      throw ProblemException.of(ProblemType.FORBIDDEN, errors);
    }
    document.put("name", AgentDefinition.TRIAL);
  }

  private Optional<AgentDefinition> deployed(String tenant, String name) {
    return agents.find(tenant, name) instanceof CatalogueEntry.Found found
        ? Optional.of(found.version().definition())
        : Optional.empty();
  }

  private Optional<String> refusal(
      String tenant, String tool, Optional<AgentDefinition> deployed, String name) {
    if (deployed.isPresent()) {
      Set<String> granted = deployed.get().grantedTools();
      return granted.contains(tool)
          ? Optional.empty()
          : Optional.of(
              "'%s' is none of the tools of the deployed agent '%s': %s"
                  .formatted(tool, name, granted.stream().sorted().toList()));
    }
    return !isDivided || isConfined(tenant, tool)
        ? Optional.empty()
        : Optional.of(
            "'%s' reaches beyond files and notes, so only a trial under the name of a deployed agent that has it may use it"
                .formatted(tool));
  }

  private boolean isConfined(String tenant, String tool) {
    return tools
        .declaration(tenant, tool)
        .filter(it -> CONFINED.contains(it.category()))
        .isPresent();
  }

  private static void put(ObjectNode member, ToolGrant grant) {
    if (!grant.only().isEmpty()) {
      grant.only().stream().sorted().forEach(member.putArray("only")::add);
    }
    grant
        .secrets()
        .ifPresent(
            names -> {
              var array = member.putArray("secrets");
              names.stream().sorted().forEach(array::add);
            });
    grant.timeout().ifPresent(limit -> member.put("timeout", limit.toString()));
    member.put("approval", grant.approval());
  }
}
