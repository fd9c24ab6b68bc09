package dev.reprise.tool;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The terms of a whole workspace, whichever directory of it a run uses.
 *
 * @param root its real path
 * @param protectedNames what tools do not change in it
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
