package dev.reprise.tool;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Names of files and directories that tools do not write, move or delete, anywhere in a workspace.
 * The content of such directories is protected too.
 *
 * <p>The default is what programs run without being told to: hooks of version control, what CI runs
 * with its secrets, and what shells and editors run when a person enters or opens a checkout. What
 * a person starts, such as a build, is the work of agents and stays writable.
 *
 * @param names in lower case; case does not count, because some file systems ignore it
 */
record ProtectedNames(Set<String> names) {

  private static final Set<String> VERSION_CONTROL = Set.of(".git", ".hg", ".svn", ".jj");

  private static final Set<String> RUN_UNASKED =
      Set.of(
          ".buildkite",
          ".circleci",
          ".devcontainer",
          ".drone.yml",
          ".envrc",
          ".forgejo",
          ".gitea",
          ".github",
          ".gitlab-ci.yml",
          ".husky",
          ".idea",
          ".pre-commit-config.yaml",
          ".travis.yml",
          ".vscode",
          ".woodpecker",
          "azure-pipelines.yml",
          "bitbucket-pipelines.yml",
          "jenkinsfile");

  static final ProtectedNames DEFAULT = new ProtectedNames(RUN_UNASKED);

  /** Version control is always protected. */
  ProtectedNames {
    List<String> all = new ArrayList<>(VERSION_CONTROL);
    names.forEach(name -> all.add(name.toLowerCase(Locale.ROOT)));
    names = Set.copyOf(all.stream().collect(Collectors.toSet()));
  }

  /**
   * Parses names; {@code none} means version control alone.
   *
   * @throws IllegalArgumentException if one is a path
   */
  static ProtectedNames of(Collection<String> configured) {
    for (String name : configured) {
      if (name.isBlank() || name.contains("/")) {
        throw new IllegalArgumentException(
            "'%s' must be the name of a file or directory".formatted(name));
      }
    }
    return new ProtectedNames(
        configured.stream().filter(name -> !name.equals("none")).collect(Collectors.toSet()));
  }

  /** Returns the first protected name of a path. */
  Optional<String> in(Path path) {
    return StreamSupport.stream(path.spliterator(), false)
        .map(Path::toString)
        .filter(name -> names.contains(name.toLowerCase(Locale.ROOT)))
        .findFirst();
  }
}
