package dev.reprise.api.artifact;

import dev.reprise.artifact.store.ArtifactChange;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** All decisions about a generated tool, the newest first. */
public record ArtifactChanges(List<Change> items) {

  public ArtifactChanges {
    items = List.copyOf(items);
  }

  static ArtifactChanges of(List<ArtifactChange> changes) {
    return new ArtifactChanges(changes.stream().map(Change::of).toList());
  }

  /**
   * A decision about a tool.
   *
   * @param id by which it can be undone
   * @param undoable whether there was a tool before it that can be restored
   */
  public record Change(
      UUID id, String action, String by, String reason, Instant at, boolean undoable) {

    private static Change of(ArtifactChange change) {
      return new Change(
          change.id(),
          change.decision().action(),
          change.decision().by(),
          change.decision().reason(),
          change.decision().at(),
          change.undoable());
    }
  }
}
