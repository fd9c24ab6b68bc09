package dev.reprise.tool;

import dev.reprise.resilience.RetryOverride;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sets up the tool room without a container. */
public final class ToolFixture {

  private ToolFixture() {}

  public static ToolCatalogue catalogue(Collection<? extends Tool> tools) {
    return new ToolCatalogue(tools);
  }

  public static ToolCaller caller(ToolCatalogue catalogue) {
    return new ToolCaller(catalogue);
  }

  /** Returns the built-in rules. */
  public static ToolPolicy policy() {
    return new ToolPolicy();
  }

  /** Returns one that has calls of every tool made again. */
  public static ToolPolicy retryingPolicy() {
    var all =
        new ToolRule(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            Optional.of(RetryOverride.NONE));
    return new ToolPolicy(List.of(all));
  }

  public static Workspaces workspaces(String name, Path root) {
    return new Workspaces(List.of(name + "=" + root));
  }
}
