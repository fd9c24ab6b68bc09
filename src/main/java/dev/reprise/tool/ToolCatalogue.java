package dev.reprise.tool;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All tools there are, by name. The server does not start with two of one name, with one whose
 * schema is invalid, or with one that claims to be reconcilable and is not.
 */
@ApplicationScoped
public class ToolCatalogue {

  private final SortedMap<String, CataloguedTool> byName = new TreeMap<>();

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
    tools.stream().map(CataloguedTool::of).forEach(this::add);
  }

  public Optional<Tool> find(String name) {
    return Optional.ofNullable(byName.get(name)).map(CataloguedTool::tool);
  }

  /** Returns the names in alphabetical order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  /** Returns what the tools declare, in the order of their names. */
  public List<ToolDeclaration> declarations() {
    return byName.values().stream().map(CataloguedTool::declaration).toList();
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
    CataloguedTool before = byName.putIfAbsent(name, tool);
    if (before != null) {
      throw new IllegalArgumentException(
          "two tools are named '%s': %s and %s"
              .formatted(name, before.tool().getClass(), tool.tool().getClass()));
    }
  }
}
