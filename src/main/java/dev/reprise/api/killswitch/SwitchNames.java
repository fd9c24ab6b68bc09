package dev.reprise.api.killswitch;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.definition.AgentCatalogue;
import dev.reprise.definition.CatalogueEntry;
import dev.reprise.operations.killswitch.KillSwitch;
import dev.reprise.operations.killswitch.SeenTenants;
import dev.reprise.platform.settings.EditDistance;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a kill switch can name: the tools and agents that this server knows now, and tenants that it
 * has seen.
 */
@ApplicationScoped
class SwitchNames {

  private static final int MOST_NEAR = 3;

  private final ToolCatalogue tools;
  private final AgentCatalogue agents;
  private final SeenTenants tenants;

  @Inject
  SwitchNames(ToolCatalogue tools, AgentCatalogue agents, SeenTenants tenants) {
    this.tools = tools;
    this.agents = agents;
    this.tenants = tenants;
  }

  /**
   * Returns whether there is what a switch names; true for those that name nothing, and for a tool
   * of an MCP server that has not been connected yet.
   */
  boolean has(KillSwitch it) {
    return !it.kind().isNamed() || known(it).contains(it.name()) || isExpected(it);
  }

  /**
   * Returns whether a switch is for all tenants, or for one that has done something or that an
   * agent is for. Of other tenants nothing is known: users come with theirs.
   */
  boolean hasTenant(String tenant) {
    return tenant.equals(KillSwitch.ALL)
        || tenants.has(tenant)
        || agents.all().stream().anyMatch(it -> it.tenants().tenants().contains(tenant));
  }

  private boolean isExpected(KillSwitch it) {
    return it.kind() == KillSwitch.Kind.TOOL
        && tools.expected().stream()
            .filter(
                source ->
                    it.tenant().equals(KillSwitch.ALL) || source.tenants().includes(it.tenant()))
            .anyMatch(source -> it.name().startsWith(source.prefix()));
  }

  /** Returns the known names that are most like that of a switch, the nearest first. */
  List<String> near(KillSwitch it) {
    int near = Math.max(2, it.name().length() / 3);
    return known(it).stream()
        .filter(name -> EditDistance.between(name, it.name()) <= near)
        .sorted(Comparator.comparingInt(name -> EditDistance.between(name, it.name())))
        .limit(MOST_NEAR)
        .toList();
  }

  private Collection<String> known(KillSwitch it) {
    boolean ofAll = it.tenant().equals(KillSwitch.ALL);
    if (it.kind() == KillSwitch.Kind.TOOL) {
      return ofAll ? tools.tenants().keySet() : tools.names(it.tenant());
    }
    Stream<CatalogueEntry> entries = (ofAll ? agents.all() : agents.list(it.tenant())).stream();
    return Stream.concat(entries.map(CatalogueEntry::name), Stream.of(AgentDefinition.TRIAL))
        .toList();
  }
}
