package dev.reprise.tool.call;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.PinnedTool;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.control.ControlTools;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All tools at one moment.
 *
 * @param byName those that have a body
 * @param declarations of all tools, in the order of their names
 * @param pins what runs pin of the declarations, in the same order, by their names
 * @param expected those that are not among them because their sources have not offered any yet
 */
record CatalogueState(
    Map<String, CataloguedTool> byName,
    Map<String, ToolDeclaration> declarations,
    Map<String, PinnedTool> pins,
    List<ExpectedTools> expected) {

  /**
   * Combines the tools of all sources.
   *
   * @throws IllegalArgumentException if two tools share a name, or one has a control tool's name
   */
  static CatalogueState of(
      Map<String, ? extends Collection<CataloguedTool>> bySource,
      Collection<ExpectedTools> expected) {
    SortedMap<String, CataloguedTool> byName = new TreeMap<>();
    SortedMap<String, ToolDeclaration> declarations = new TreeMap<>();
    ControlTools.DECLARATIONS.forEach(tool -> declarations.put(tool.name(), tool));
    for (Collection<CataloguedTool> tools : bySource.values()) {
      for (CataloguedTool tool : tools) {
        add(tool, byName);
        declarations.put(tool.declaration().name(), tool.declaration());
      }
    }
    SortedMap<String, PinnedTool> pins = new TreeMap<>();
    declarations.forEach((name, tool) -> pins.put(name, tool.pinned()));
    return new CatalogueState(
        Collections.unmodifiableMap(byName),
        Collections.unmodifiableMap(declarations),
        Collections.unmodifiableMap(pins),
        List.copyOf(expected));
  }

  /** Returns whether a tenant has a tool of this name. */
  boolean has(String tenant, String name) {
    return tenants(name).includes(tenant);
  }

  /** Returns the tenants that have a tool of this name. */
  TenantScope tenants(String name) {
    CataloguedTool tool = byName.get(name);
    if (tool != null) {
      return tool.tool().tenants();
    }
    return declarations.containsKey(name) ? TenantScope.ALL : TenantScope.NONE;
  }

  /** Returns why a tenant does not have a tool of this name yet; empty if it is not expected. */
  Optional<String> expected(String tenant, String name) {
    return has(tenant, name)
        ? Optional.empty()
        : expected.stream()
            .filter(it -> it.mayHave(name) && it.tenants().includes(tenant))
            .map(ExpectedTools::why)
            .findFirst();
  }

  private static void add(CataloguedTool tool, Map<String, CataloguedTool> byName) {
    String name = tool.declaration().name();
    if (ControlTool.isNamed(name)) {
      throw new IllegalArgumentException(
          "%s is named '%s', as a control tool is".formatted(tool.tool().getClass(), name));
    }
    CataloguedTool before = byName.putIfAbsent(name, tool);
    if (before != null) {
      throw new IllegalArgumentException(
          "two tools are named '%s': %s and %s"
              .formatted(name, before.tool().getClass(), tool.tool().getClass()));
    }
  }
}
