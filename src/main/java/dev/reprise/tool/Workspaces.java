package dev.reprise.tool;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * The directories that runs may be given, by the names that the operator gave them. Callers see
 * names only.
 *
 * <p>Configured by {@code reprise.workspaces}: comma separated {@code name=/absolute/path}; none by
 * default. The server does not start with a wrong one.
 */
@ApplicationScoped
public class Workspaces {

  private static final String PROPERTY = "reprise.workspaces";

  private final SortedMap<String, Workspace> byName = new TreeMap<>();

  /** For the container's proxy. */
  Workspaces() {}

  @Inject
  Workspaces(@ConfigProperty(name = PROPERTY) Optional<List<String>> configured) {
    this(configured.orElse(List.of()));
  }

  /**
   * @param entries each {@code name=/absolute/path}
   * @throws IllegalArgumentException if one is malformed, names no directory or repeats a name
   */
  Workspaces(List<String> entries) {
    entries.forEach(this::add);
  }

  /** Returns the names in alphabetical order. */
  public Set<String> names() {
    return Collections.unmodifiableSet(byName.keySet());
  }

  /**
   * Returns a workspace by its name, or a directory in it as a workspace of its own.
   *
   * @param place {@code name} or {@code name/sub/directory}
   * @return empty if there is no such workspace, or no such directory inside it
   */
  public Optional<Workspace> find(String place) {
    int slash = place.indexOf('/');
    if (slash < 0) {
      return Optional.ofNullable(byName.get(place));
    }
    return Optional.ofNullable(byName.get(place.substring(0, slash)))
        .flatMap(workspace -> within(workspace, place.substring(slash + 1)));
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
    if (byName.putIfAbsent(name, workspace) != null) {
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
