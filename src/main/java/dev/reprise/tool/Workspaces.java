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
import java.util.stream.Collectors;

/**
 * The directories that runs may use, by the names that the operator gave them. Callers see only
 * names, and only those of their tenant's workspaces.
 *
 * <p>{@code reprise.workspaces} configures them: comma-separated {@code name=/absolute/path}; none
 * by default. {@code reprise.workspaces.<name>.tenants} names the tenants that may use a workspace,
 * and {@link WorkspaceSettings} limits what tools may write in it. The server does not start with a
 * wrong setting.
 */
@ApplicationScoped
public class Workspaces {

  private final SortedMap<String, Owned> byName = new TreeMap<>();
  private final WorkspaceSettings settings;

  /** A workspace and the tenants that may use it. */
  private record Owned(Path root, Workspace workspace, TenantScope tenants) {}

  /**
   * @throws IllegalArgumentException if an entry is malformed, names no directory or repeats a
   *     name, a setting of a workspace cannot work, or one is within a workspace of other tenants
   */
  @Inject
  Workspaces(WorkspaceSettings settings) {
    this.settings = settings;
    settings.entries().forEach(this::add);
    byName.forEach(this::requireSeparation);
  }

  /** Through a directory around it, tenants would reach a workspace that is not theirs. */
  private void requireSeparation(String inner, Owned owned) {
    byName.forEach(
        (outer, around) -> {
          boolean isWithin =
              owned.root().startsWith(around.root()) && !owned.root().equals(around.root());
          if (isWithin && !owned.tenants().covers(around.tenants())) {
            throw new IllegalArgumentException(
                "%s: the directory of '%s' is within that of '%s', so it must be for all tenants of that one"
                    .formatted(WorkspaceSettings.DIRECTORIES, inner, outer));
          }
        });
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
   * @return empty if the tenant has no such workspace, or the workspace has no such directory
   */
  public Optional<Workspace> find(String tenant, String place) {
    int slash = place.indexOf('/');
    if (slash < 0) {
      return named(tenant, place);
    }
    return named(tenant, place.substring(0, slash))
        .flatMap(workspace -> within(workspace, place.substring(slash + 1)));
  }

  /** Returns the properties that must name the tenants of a workspace and are missing. */
  public List<String> withoutTenants() {
    return byName.entrySet().stream()
        .filter(entry -> entry.getValue().tenants().equals(TenantScope.NONE))
        .map(entry -> WorkspaceSettings.TENANTS.of(entry.getKey()).name())
        .toList();
  }

  private Optional<Workspace> named(String tenant, String name) {
    return Optional.ofNullable(byName.get(name))
        .filter(owned -> owned.tenants().includes(tenant))
        .map(Owned::workspace);
  }

  void check(@Observes Startup unused) {
    // This observer creates the bean, so that the server reads the configuration at its start.
  }

  private static Optional<Workspace> within(Workspace workspace, String directory) {
    try {
      return Optional.of(workspace.within(directory));
    } catch (ToolException e) {
      return Optional.empty();
    }
  }

  private void add(String entry) {
    int equals = entry.indexOf('=');
    if (equals < 0) {
      throw invalid(entry, "an entry must be name=/absolute/path");
    }
    String name = entry.substring(0, equals).strip();
    if (!name.matches("[a-z0-9][a-z0-9_-]{0,63}")) {
      throw invalid(entry, "a name must have 1 to 64 lower case letters, digits, '-' and '_'");
    }
    Path root = DirectoryTree.of(directory(entry, entry.substring(equals + 1).strip())).root();
    var workspace = new Workspace(root, settings.terms(name, root));
    if (byName.putIfAbsent(name, new Owned(root, workspace, settings.tenants(name))) != null) {
      throw invalid(entry, "the name must differ from that of an earlier entry");
    }
  }

  private static Path directory(String entry, String directory) {
    Path path;
    try {
      path = Path.of(directory);
    } catch (InvalidPathException e) {
      throw invalid(entry, "the path must be valid");
    }
    if (!path.isAbsolute()) {
      throw invalid(entry, "the path must be absolute");
    }
    if (!Files.isDirectory(path)) {
      throw invalid(entry, "the directory must exist");
    }
    return path;
  }

  private static IllegalArgumentException invalid(String entry, String reason) {
    return new IllegalArgumentException(
        "%s: '%s': %s".formatted(WorkspaceSettings.DIRECTORIES, entry, reason));
  }
}
