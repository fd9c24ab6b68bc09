package dev.reprise.tool;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What holds for a whole workspace, in whichever directory of it a run works.
 *
 * @param root its real path
 * @param protectedNames what in it tools do not change
 * @param quota how much it may hold
 */
record WorkspaceTerms(Path root, ProtectedNames protectedNames, DiskQuota quota) {

  static WorkspaceTerms unlimited(Path root) {
    return new WorkspaceTerms(root, ProtectedNames.DEFAULT, DiskQuota.unlimited(root));
  }

  /** Returns the first protected name on the way from the root to a real path. */
  Optional<String> protectedNameIn(Path real) {
    return protectedNames.in(root.relativize(real));
  }
}
