package dev.reprise.tool.call;

import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import java.util.List;

/**
 * The tools that a run is granted, as this server has them at one moment.
 *
 * @param pins what the run pins of them
 * @param absent those that are not there, each with the reason: not yet, or not at all
 */
public record GrantedTools(List<PinnedTool> pins, List<Difference> absent) {
  public GrantedTools {
    pins = List.copyOf(pins);
    absent = List.copyOf(absent);
  }
}
