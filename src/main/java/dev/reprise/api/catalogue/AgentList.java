package dev.reprise.api.catalogue;

import java.util.List;

/** All agents that this server knows. */
public record AgentList(List<AgentView> items) {
  public AgentList {
    items = List.copyOf(items);
  }
}
