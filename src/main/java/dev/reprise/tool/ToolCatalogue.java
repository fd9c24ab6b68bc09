package dev.reprise.tool;

import dev.reprise.agent.PinnedTool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * All tools there are, by name; the control tools, which are declared and have no body, are among
 * them. The server does not start with two of one name, with one whose schema is invalid, or with
 * one that claims to be reconcilable and is not.
 *
 * <p>What the server brings itself is there from the start. Others are {@linkplain #offer offered}
 * while it runs, by whoever reaches them; whoever asks sees one state of all of them.
 */
@ApplicationScoped
public class ToolCatalogue {

  private static final String BUILT_IN = "";

  private final Map<String, List<CataloguedTool>> bySource = new TreeMap<>();
  private volatile CatalogueState now = CatalogueState.of(Map.of());

  /** For the container's proxy. */
  ToolCatalogue() {}

  @Inject
  ToolCatalogue(@Any Instance<Tool> tools, ToolBeans beans) {
    this(Stream.concat(tools.stream(), beans.tools().stream()).toList());
  }

  /**
   * @throws IllegalArgumentException if two tools share a name, a schema is invalid, or an effect
   *     class is not that of the tool's kind
   */
  ToolCatalogue(Collection<? extends Tool> tools) {
    put(BUILT_IN, tools);
  }

  /**
   * Puts these tools in the place of all that this source offered before.
   *
   * @param source who offers them; not empty
   * @throws IllegalArgumentException if one of them has the name of another tool or its declaration
   *     cannot be used; then nothing has changed
   */
  public void offer(String source, Collection<? extends Tool> tools) {
    if (source.isEmpty()) {
      throw new IllegalArgumentException("whoever offers tools has a name");
    }
    put(source, tools);
  }

  private synchronized void put(String source, Collection<? extends Tool> tools) {
    var next = new TreeMap<>(bySource);
    next.put(source, tools.stream().map(CataloguedTool::of).toList());
    now = CatalogueState.of(next);
    bySource.putAll(next);
  }

  /** Returns the tool of this name, if there is one that has a body. */
  public Optional<Tool> find(String name) {
    return Optional.ofNullable(now.byName().get(name)).map(CataloguedTool::tool);
  }

  /** Returns what the tool of this name declares, a control tool included. */
  public Optional<ToolDeclaration> declaration(String name) {
    return Optional.ofNullable(now.declarations().get(name));
  }

  /** Returns whose breaker calls of the tool of this name pass: its own, or a shared one. */
  public String breaker(String name) {
    return find(name).flatMap(Tool::sharedBreaker).orElse(name);
  }

  /** Returns the names in alphabetical order. */
  public Set<String> names() {
    return now.declarations().keySet();
  }

  /** Returns what the tools declare, in the order of their names. */
  public List<ToolDeclaration> declarations() {
    return List.copyOf(now.declarations().values());
  }

  /** Returns what runs keep of the declarations, in the order of their names. */
  public List<PinnedTool> pins() {
    return now.pins();
  }

  /**
   * Returns a tool, ready to be called.
   *
   * @throws ToolFailure {@code unknown_tool}, naming those that exist
   */
  CataloguedTool require(String name) throws ToolFailure {
    CataloguedTool tool = now.byName().get(name);
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
}
