package dev.reprise.api.catalogue;

import java.util.List;

/** The tools that this server has now, by name. */
public record ToolList(List<ToolView> items) {
  public ToolList {
    items = List.copyOf(items);
  }
}
