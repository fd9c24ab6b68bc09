package dev.reprise.tool;

import dev.reprise.platform.TenantScope;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.microprofile.config.Config;

/**
 * The directories that runs may be given, by the names that the operator gave them. Callers see
 * names only, and only those of the workspaces of their tenant.
 *
 * <p>Configured by {@code reprise.workspaces}: comma separated {@code name=/absolute/path}; none by
 * default. {@code reprise.workspaces.<name>.tenants} says which tenants a workspace is for. The
 * server does not start with a wrong one.
 */
@ApplicationScoped
public class Workspaces {

  private static final String PROPERTY = "reprise.workspaces";

  private final SortedMap<String, Owned> byName = new TreeMap<>();
  private Function<String, TenantScope> tenants = name -> TenantScope.EVERYBODY;

  /** A workspace with the tenants that it is for. */
  private record Owned(Workspace workspace, TenantScope tenants) {}

  /** For the container's proxy. */
  Workspaces() {}

  @Inject
  Workspaces(Config config) {
    this(
        config.getOptionalValues(PROPERTY, String.class).orElse(List.of()),
        name -> TenantScope.of(config, property(name)));
  }

  /** Those of a server that has one tenant. */
  Workspaces(List<String> entries) {
    this(entries, name -> TenantScope.EVERYBODY);
  }

  /**
   * @param entries each {@code name=/absolute/path}
   * @param tenants that a workspace is for, by its name
   * @throws IllegalArgumentException if one is malformed, names no directory or repeats a name
   */
  Workspaces(List<String> entries, Function<String, TenantScope> tenants) {
    this.tenants = tenants;
    entries.forEach(this::add);
  }

  /** Returns the names of a tenant's workspaces in alphabetical order. */
  public SequencedSet<String> names(String tenant) {
    return byName.entrySet().stream()
        .filter(entry -> entry.getValue().tenants().includes(tenant))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /**
   * Returns a workspace of a tenant by its name, or a directory in it as a workspace of its own.
   *
   * @param place {@code name} or {@code name/sub/directory}
   * @return empty if the tenant has no such workspace, or there is no such directory inside it
   */
  public Optional<Workspace> find(String tenant, String place) {
    int slash = place.indexOf('/');
    if (slash < 0) {
      return named(tenant, place);
    }
    return named(tenant, place.substring(0, slash))
        .flatMap(workspace -> within(workspace, place.substring(slash + 1)));
  }

  /** Returns the properties that have to say which tenants a workspace is for, and do not. */
  public List<String> withoutTenants() {
    return byName.entrySet().stream()
        .filter(entry -> entry.getValue().tenants().equals(TenantScope.NOBODY))
        .map(entry -> property(entry.getKey()))
        .toList();
  }

  private Optional<Workspace> named(String tenant, String name) {
    return Optional.ofNullable(byName.get(name))
        .filter(owned -> owned.tenants().includes(tenant))
        .map(Owned::workspace);
  }

  private static String property(String name) {
    return "%s.%s.tenants".formatted(PROPERTY, name);
  }

  void check(@Observes Startup unused) {
    // Being called is the point: the configuration is read when the server starts, not at first
    // use.
  }

  private static Optional<Workspace> within(Workspace workspace, String directory) {
    try {
      return Optional.of(new Workspace(workspace.directory(directory)));
    } catch (ToolFailure e) {
      return Optional.empty();
    }
  }

  private void add(String entry) {
    int equals = entry.indexOf('=');
    if (equals < 0) {
      throw invalid(entry, "an entry is name=/absolute/path");
    }
    String name = entry.substring(0, equals).strip();
    if (!name.matches("[a-z0-9][a-z0-9_-]{0,63}")) {
      throw invalid(entry, "a name has lower case letters, digits, '-' and '_', 64 at most");
    }
    Workspace workspace = open(entry, entry.substring(equals + 1).strip());
    if (byName.putIfAbsent(name, new Owned(workspace, tenants.apply(name))) != null) {
      throw invalid(entry, "the name is taken by an entry before");
    }
  }

  private static Workspace open(String entry, String directory) {
    Path path;
    try {
      path = Path.of(directory);
    } catch (InvalidPathException e) {
      throw invalid(entry, "this is no path");
    }
    if (!path.isAbsolute()) {
      throw invalid(entry, "the path is not absolute");
    }
    if (!Files.isDirectory(path)) {
      throw invalid(entry, "there is no such directory");
    }
    return new Workspace(path);
  }

  private static IllegalArgumentException invalid(String entry, String reason) {
    return new IllegalArgumentException("%s: '%s': %s".formatted(PROPERTY, entry, reason));
  }
}
