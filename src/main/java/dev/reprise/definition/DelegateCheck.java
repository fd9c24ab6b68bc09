package dev.reprise.definition;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.agent.ControlTool;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the agents to which an agent may delegate and that do not exist. They may come later, so
 * the agent can be used.
 */
final class DelegateCheck {

  private DelegateCheck() {}

  /** Returns a warning for each of them. */
  static List<String> warnings(AgentDefinition agent, List<CatalogueEntry> existing) {
    Set<String> named = agent.grant(ControlTool.DELEGATE.toolName()).only();
    Set<String> names = existing.stream().map(CatalogueEntry::name).collect(Collectors.toSet());
    names.add(agent.name());
    return named.stream()
        .filter(name -> !names.contains(name))
        .sorted()
        .map("grants.delegate names agent '%s', and there is none of this name"::formatted)
        .toList();
  }
}
