package dev.reprise.tool.call;

import dev.reprise.agent.Difference;
import dev.reprise.agent.PinnedTool;
import dev.reprise.platform.TenantScope;
import dev.reprise.tool.Tool;
import dev.reprise.tool.ToolDeclaration;
import dev.reprise.tool.ToolException;
import dev.reprise.tool.method.ToolBeanScanner;
import dev.reprise.tool.secret.WithheldTool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All tools, by name. It includes the control tools, which have a declaration but no body. The
 * server does not start if two tools share a name, if a schema is invalid, or if a tool declares to
 * be reconcilable and is not.
 *
 * <p>The server's own tools exist from the start. Other sources {@linkplain #offer offer} theirs
 * while the server runs; those that a {@link ToolSource} has still to offer are not there yet,
 * which is no reason to give anything up. Each call of a method sees one consistent state. A tool
 * may be for some tenants only, and does not exist for the others.
 */
@ApplicationScoped
public class ToolCatalogue {

  private static final String BUILT_IN = "";

  private final Map<String, List<CataloguedTool>> bySource = new TreeMap<>();
  private final Map<String, ExpectedTools> expectedBySource = new TreeMap<>();
  private final Map<String, Map<String, WithheldTool>> withheldBySource = new TreeMap<>();
  private volatile CatalogueState now = CatalogueState.of(Map.of(), List.of());
  private volatile Map<String, WithheldTool> withheld = Map.of();

  @Inject
  ToolCatalogue(
      @Any Instance<Tool> tools, ToolBeanScanner beans, @Any Instance<ToolSource> sources) {
    this(
        Stream.concat(tools.stream(), beans.tools().stream()).toList(),
        sources.stream()
            .flatMap(source -> source.expected().entrySet().stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** Creates a catalogue to which no source is known. */
  public ToolCatalogue(Collection<? extends Tool> tools) {
    this(tools, Map.of());
  }

  /**
   * @param expected the tools that sources will offer, by their names
   * @throws IllegalArgumentException if two tools share a name, a schema is invalid, or an effect
   *     class does not match the tool's kind
   */
  public ToolCatalogue(Collection<? extends Tool> tools, Map<String, ExpectedTools> expected) {
    expectedBySource.putAll(expected);
    put(BUILT_IN, tools);
  }

  /**
   * Replaces all tools that this source offered before with these.
   *
   * @param source that offers them; not empty
   * @throws IllegalArgumentException if one of them has the name of another tool or its declaration
   *     cannot be used; then nothing changes
   */
  public void offer(String source, Collection<? extends Tool> tools) {
    offer(source, tools, Map.of());
  }

  /**
   * Does the same, and also sets which tools of the source exist but are not offered, by their
   * names.
   *
   * @throws IllegalArgumentException as above
   */
  public synchronized void offer(
      String source, Collection<? extends Tool> tools, Map<String, WithheldTool> withheld) {
    if (source.isEmpty()) {
      throw new IllegalArgumentException("the source of tools must have a name");
    }
    put(source, tools);
    withheldBySource.put(source, withheld);
    Map<String, WithheldTool> all = new TreeMap<>();
    withheldBySource.values().forEach(all::putAll);
    this.withheld = Map.copyOf(all);
  }

  /**
   * Returns the tools that no source has offered yet. To be asked before what is there: a tool that
   * comes in between is then in both, and not in neither.
   */
  public List<ExpectedTools> expected() {
    return now.expected();
  }

  /** Returns those of a tenant, as if they were for all tenants. */
  public List<ExpectedTools> expected(String tenant) {
    return now.expected().stream()
        .filter(it -> it.tenants().includes(tenant))
        .map(it -> new ExpectedTools(it.prefix(), TenantScope.ALL, it.why()))
        .toList();
  }

  /** Returns whether a tenant does not have one of these tools yet. */
  public boolean areExpected(String tenant, Collection<String> names) {
    CatalogueState state = now;
    return names.stream().anyMatch(name -> state.expected(tenant, name).isPresent());
  }

  /** Returns the tools that exist but are not offered, by their names. */
  public Map<String, WithheldTool> withheld() {
    return withheld;
  }

  /** Returns why a tenant's tools exist but are not offered, by their names. */
  public Map<String, String> withheld(String tenant) {
    return withheld.entrySet().stream()
        .filter(tool -> tool.getValue().tenants().includes(tenant))
        .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, tool -> tool.getValue().why()));
  }

  private synchronized void put(String source, Collection<? extends Tool> tools) {
    var next = new TreeMap<>(bySource);
    next.put(source, tools.stream().map(CataloguedTool::of).toList());
    var rest = new TreeMap<>(expectedBySource);
    rest.remove(source);
    now = CatalogueState.of(next, rest.values());
    bySource.putAll(next);
    expectedBySource.remove(source);
  }

  /** Returns the tool of this name, for whichever tenants, if it exists and has a body. */
  public Optional<Tool> find(String name) {
    return Optional.ofNullable(now.byName().get(name)).map(CataloguedTool::tool);
  }

  /**
   * Returns the declaration of the tool of this name, for whichever tenants, including control
   * tools.
   */
  public Optional<ToolDeclaration> declaration(String name) {
    return Optional.ofNullable(now.declarations().get(name));
  }

  /** Returns the declaration of a tenant's tool of this name, including control tools. */
  public Optional<ToolDeclaration> declaration(String tenant, String name) {
    CatalogueState state = now;
    return Optional.ofNullable(state.declarations().get(name))
        .filter(tool -> state.has(tenant, name));
  }

  /**
   * Returns the name of the breaker for calls of the tool of this name: its own, or a shared one.
   */
  public String breaker(String name) {
    return find(name).flatMap(Tool::sharedBreaker).orElse(name);
  }

  /** Returns a tenant's tool of this name, if it exists and has a body. */
  public Optional<Tool> find(String tenant, String name) {
    return find(name).filter(tool -> tool.tenants().includes(tenant));
  }

  /** Returns the names of a tenant's tools in alphabetical order. */
  public SequencedSet<String> names(String tenant) {
    CatalogueState state = now;
    return state.declarations().keySet().stream()
        .filter(name -> state.has(tenant, name))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the tenants of each tool, by its name. */
  public Map<String, TenantScope> tenants() {
    CatalogueState state = now;
    return state.declarations().keySet().stream()
        .collect(Collectors.toUnmodifiableMap(name -> name, state::tenants));
  }

  /** Returns the declarations of a tenant's tools, in the order of their names. */
  public List<ToolDeclaration> declarations(String tenant) {
    CatalogueState state = now;
    return state.declarations().values().stream()
        .filter(tool -> state.has(tenant, tool.name()))
        .toList();
  }

  /**
   * Returns the declarations of those of a tenant's tools that have one of these names, in the
   * order of their names.
   */
  public List<ToolDeclaration> declarations(String tenant, Collection<String> names) {
    CatalogueState state = now;
    return names.stream()
        .distinct()
        .sorted()
        .filter(name -> state.has(tenant, name))
        .map(name -> Objects.requireNonNull(state.declarations().get(name)))
        .toList();
  }

  /** Returns those of a tenant's tools that a run is granted under these names. */
  public GrantedTools granted(String tenant, Collection<String> names) {
    CatalogueState state = now;
    List<PinnedTool> pins = new ArrayList<>();
    List<Difference> absent = new ArrayList<>();
    for (String name : new TreeSet<>(names)) {
      if (state.has(tenant, name)) {
        pins.add(Objects.requireNonNull(state.pins().get(name)));
      } else {
        absent.add(new Difference("tools." + name, absence(state, tenant, name)));
      }
    }
    return new GrantedTools(pins, absent);
  }

  private String absence(CatalogueState state, String tenant, String name) {
    return state
        .expected(tenant, name)
        .map("is not there yet: %s"::formatted)
        .or(
            () ->
                Optional.ofNullable(withheld.get(name))
                    .filter(it -> it.tenants().includes(tenant))
                    .map(it -> "is not there: " + it.why()))
        .orElse("is not there");
  }

  /**
   * Returns how a tenant's tools differ from those that a run pinned, in the order of their names.
   * A tool that the run did not pin differs in nothing.
   *
   * @param names of the tools to compare
   */
  public List<Difference> differences(
      String tenant, Collection<PinnedTool> pinned, Collection<String> names) {
    CatalogueState state = now; // once per step of a run, so without streams
    List<Difference> differences = List.of();
    for (PinnedTool kept : pinned) {
      String name = kept.name();
      if (names.contains(name)) {
        Optional<String> difference =
            state.has(tenant, name)
                ? kept.differenceOf(Objects.requireNonNull(state.pins().get(name)))
                : Optional.of(absence(state, tenant, name));
        if (difference.isPresent()) {
          differences = differences.isEmpty() ? new ArrayList<>() : differences;
          differences.add(new Difference("tools." + name, difference.get()));
        }
      }
    }
    if (differences.size() > 1) {
      differences.sort(Comparator.comparing(Difference::at));
    }
    return differences;
  }

  /**
   * Returns a tenant's tool, ready for calls.
   *
   * @throws ToolException {@code unknown_tool}, naming those that exist
   */
  CataloguedTool require(String tenant, String name) throws ToolException {
    CatalogueState state = now;
    CataloguedTool tool = state.byName().get(name);
    if (tool == null || !state.has(tenant, name)) {
      throw new ToolException(
          "unknown_tool",
          "there is no tool '%s'; there are: %s".formatted(name, String.join(", ", names(tenant))));
    }
    return tool;
  }

  void check(@Observes Startup unused) {
    // This observer creates the bean, so that the server checks the tools at its start.
  }
}
