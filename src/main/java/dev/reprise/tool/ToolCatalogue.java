package dev.reprise.tool;

import dev.reprise.agent.ControlTool;
import dev.reprise.agent.PinnedTool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All tools there are, by name; the control tools, which are declared and have no body, are among
 * them. The server does not start with two of one name, with one whose schema is invalid, or with
 * one that claims to be reconcilable and is not.
 */
@ApplicationScoped
public class ToolCatalogue {

  private final SortedMap<String, ToolDeclaration> declarations = new TreeMap<>();
  private final List<PinnedTool> pins = new ArrayList<>();
  private final Map<String, CataloguedTool> byName = new HashMap<>();

  /** For the container's proxy. */
  ToolCatalogue() {}

  @Inject
  ToolCatalogue(@Any Instance<Tool> tools) {
    this(tools.stream().toList());
  }

  /**
   * @throws IllegalArgumentException if two tools share a name, a schema is invalid, or an effect
   *     class is not that of the tool's kind
   */
  ToolCatalogue(Collection<? extends Tool> tools) {
    declarations.put(WaitUntil.DECLARATION.name(), WaitUntil.DECLARATION);
    tools.stream().map(CataloguedTool::of).forEach(this::add);
    declarations.values().forEach(declaration -> pins.add(declaration.pinned()));
  }

  /** Returns the tool of this name, if there is one that has a body. */
  public Optional<Tool> find(String name) {
    return Optional.ofNullable(byName.get(name)).map(CataloguedTool::tool);
  }

  /** Returns the names in alphabetical order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(declarations.keySet());
  }

  /** Returns what the tools declare, in the order of their names. */
  public List<ToolDeclaration> declarations() {
    return List.copyOf(declarations.values());
  }

  /** Returns what runs keep of the declarations, in the order of their names. */
  public List<PinnedTool> pins() {
    return Collections.unmodifiableList(pins);
  }

  /**
   * Returns a tool, ready to be called.
   *
   * @throws ToolFailure {@code unknown_tool}, naming those that exist
   */
  CataloguedTool require(String name) throws ToolFailure {
    CataloguedTool tool = byName.get(name);
    if (tool == null) {
      throw new ToolFailure(
          "unknown_tool",
          "there is no tool '%s'; there are: %s".formatted(name, String.join(", ", names())));
    }
    return tool;
  }

  void check(@Observes Startup unused) {
    // Being called is the point: the tools are checked when the server starts, not at first use.
  }

  private void add(CataloguedTool tool) {
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
    declarations.put(name, tool.declaration());
  }
}
