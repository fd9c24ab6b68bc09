package dev.reprise.definition;

import static java.util.stream.Collectors.toCollection;

import dev.reprise.agent.AgentDefinition;
import dev.reprise.definition.CatalogueEntry.Broken;
import dev.reprise.definition.CatalogueEntry.Found;
import dev.reprise.definition.CatalogueEntry.NotReady;
import dev.reprise.definition.CatalogueEntry.Unknown;
import dev.reprise.model.catalogue.ChatModels;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.document.DocumentError;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.tool.call.ExpectedTools;
import dev.reprise.tool.call.ToolCatalogue;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;

/**
 * The agents of this server: the built-in ones, and those in the directory that the property {@code
 * reprise.agents.dir} names (none if it is not set).
 *
 * <p>Every access first checks the names, times and sizes of the directory's files, so a changed
 * file counts at once. A broken file affects no other. An agent that needs what this server does
 * not have yet, such as tools of an MCP server that has not listed them, is neither usable nor
 * broken; so is every name while the directory cannot be read. If two files define a name, both are
 * broken. A file cannot take the name of a built-in agent.
 *
 * <p>A document says which tenants its agent is for; for other tenants the agent does not exist.
 * Where documents must name tenants, one that names none is broken and for no tenant.
 */
@ApplicationScoped
public class AgentCatalogue {

  private static final Logger LOG = System.getLogger(AgentCatalogue.class.getName());

  private static final Setting<Path> DIRECTORY =
      Setting.optional("reprise.agents.dir", SettingType.path())
          .means("directory of agents' documents; files are read again when they change");

  private static final DocumentError UNREADABLE =
      new DocumentError("", "the directory of agents cannot be read; the server's log says why");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", DIRECTORY);
    }
  }

  private final CatalogueLoader reading;
  private final Supplier<ServerCapabilities> surroundings;
  private final BiFunction<String, AgentDefinition, List<String>> ofModels;
  private final ReentrantLock lock = new ReentrantLock();

  private Optional<CatalogueLoader.Sight> seen = Optional.empty();
  private List<CatalogueEntry> entries = List.of();
  private Set<String> warned = Set.of();

  @Inject
  AgentCatalogue(
      AgentReader reader,
      ChatModels models,
      ToolCatalogue tools,
      PriceCheck prices,
      Config config) {
    this(
        new CatalogueLoader(reader, DIRECTORY.find(config).map(AgentFiles::new)),
        () -> capabilities(tools, models, config),
        (tenant, agent) ->
            Stream.concat(
                    prices.warnings(tenant, agent).stream(),
                    StructuredOutputCheck.warnings(agent, models).stream())
                .toList());
  }

  /** Asks first what is expected, because a tool that comes meanwhile must not seem to be gone. */
  private static ServerCapabilities capabilities(
      ToolCatalogue tools, ChatModels models, Config config) {
    List<ExpectedTools> expected = tools.expected();
    return new ServerCapabilities(
        tools.tenants(), expected, tools.withheld(), models, TenantScope.ofUnnamed(config));
  }

  /** Creates a catalogue that warns of no models. */
  public AgentCatalogue(
      AgentReader reader, Optional<Path> directory, Supplier<ServerCapabilities> surroundings) {
    this(
        new CatalogueLoader(reader, directory.map(AgentFiles::new)),
        surroundings,
        (tenant, agent) -> List.of());
  }

  private AgentCatalogue(
      CatalogueLoader reading,
      Supplier<ServerCapabilities> surroundings,
      BiFunction<String, AgentDefinition, List<String>> ofModels) {
    this.reading = reading;
    this.surroundings = surroundings;
    this.ofModels = ofModels;
  }

  /** Returns the entry of a name for a tenant. */
  public CatalogueEntry find(String tenant, String name) {
    List<CatalogueEntry> named = list(tenant).stream().filter(e -> e.name().equals(name)).toList();
    return named.stream()
        .filter(Found.class::isInstance)
        .findFirst()
        .or(() -> named.stream().findFirst())
        .orElseGet(() -> absent(name));
  }

  /** While the directory cannot be read, it is unknown whether it has an agent of this name. */
  private CatalogueEntry absent(String name) {
    lock.lock();
    try {
      return seen.flatMap(CatalogueLoader.Sight::trouble).isEmpty()
          ? new Unknown(name)
          : new NotReady(name, DIRECTORY.name(), List.of(UNREADABLE), TenantScope.ALL);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns all agents of a tenant: first the built-in ones, then by file; never an {@link
   * Unknown}.
   */
  public List<CatalogueEntry> list(String tenant) {
    return all().stream().filter(entry -> entry.tenants().includes(tenant)).toList();
  }

  /**
   * Returns what to know of an agent before a tenant uses it: which of its models lack a price on
   * which something depends, which outputs their providers only check, and to which agents it
   * delegates that do not exist.
   *
   * @param existing the agents of the tenant, as {@link #list} returns them
   */
  public List<String> warnings(
      String tenant, AgentDefinition agent, List<CatalogueEntry> existing) {
    List<String> warnings = new ArrayList<>(ofModels.apply(tenant, agent));
    warnings.addAll(DelegateCheck.warnings(agent, existing));
    return warnings;
  }

  /** Returns the sources of the agents that must name tenants but do not. */
  public List<String> withoutTenants() {
    return all().stream()
        .filter(entry -> entry.tenants().equals(TenantScope.NONE))
        .flatMap(entry -> entry instanceof Broken broken ? Stream.of(broken) : Stream.empty())
        .filter(broken -> broken.problems().stream().anyMatch(DocumentTenants::isAboutThem))
        .map(Broken::source)
        .toList();
  }

  /** Returns the agents of all tenants in the same order. */
  public List<CatalogueEntry> all() {
    lock.lock();
    try {
      // take the state before reading: a file that changes in between differs the next time
      CatalogueLoader.Sight sight = reading.look(surroundings.get());
      if (!seen.equals(Optional.of(sight))) {
        List<CatalogueEntry> now = reading.read(sight);
        report(sight, now);
        entries = now;
        seen = Optional.of(sight);
      }
      return entries;
    } finally {
      lock.unlock();
    }
  }

  private void report(CatalogueLoader.Sight sight, List<CatalogueEntry> now) {
    if (sight.trouble().isPresent()
        && !seen.flatMap(CatalogueLoader.Sight::trouble).equals(sight.trouble())) {
      LOG.log(
          Level.WARNING,
          "{0}; only the built-in agents can be used until it can be read",
          sight.trouble().get());
    }
    var before = new HashSet<>(entries);
    now.stream().filter(entry -> !before.contains(entry)).forEach(this::report);
    warn(now);
  }

  /** Warns once of all agents together, because one may name another that is read after it. */
  private void warn(List<CatalogueEntry> now) {
    Set<String> lines =
        now.stream()
            .flatMap(entry -> entry instanceof Found found ? Stream.of(found) : Stream.empty())
            .flatMap(found -> warnings(found, now))
            .collect(toCollection(LinkedHashSet::new));
    lines.stream()
        .filter(line -> !warned.contains(line))
        .forEach(line -> LOG.log(Level.WARNING, line));
    warned = lines;
  }

  private Stream<String> warnings(Found agent, List<CatalogueEntry> now) {
    List<CatalogueEntry> existing =
        now.stream().filter(entry -> entry.tenants().covers(agent.tenants())).toList();
    return warnings("", agent.version().definition(), existing).stream()
        .map(warning -> "agent %s: %s".formatted(agent.name(), warning));
  }

  private void report(CatalogueEntry entry) {
    switch (entry) {
      case Found found ->
          LOG.log(
              Level.INFO,
              "agent {0} is version {1} from {2}",
              found.name(),
              found.version().hash(),
              found.source());
      case Broken broken ->
          LOG.log(
              Level.WARNING,
              "agent {0} cannot run until {1} is corrected: {2}",
              broken.name(),
              broken.source(),
              broken.problems());
      case NotReady notReady ->
          LOG.log(
              Level.INFO,
              "agent {0} from {1} cannot run yet: {2}",
              notReady.name(),
              notReady.source(),
              notReady.words());
      case Unknown unknown ->
          throw new IllegalStateException("the catalogue must not list " + unknown);
    }
  }
}
