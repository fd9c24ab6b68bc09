package dev.reprise.tool;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** Sets up the tool room without a container. */
public final class ToolFixture {

  private ToolFixture() {}

  public static ToolCatalogue catalogue(Collection<? extends Tool> tools) {
    return new ToolCatalogue(tools);
  }

  public static ToolCaller caller(ToolCatalogue catalogue) {
    return new ToolCaller(catalogue);
  }

  public static Workspaces workspaces(String name, Path root) {
    return new Workspaces(List.of(name + "=" + root));
  }
}
