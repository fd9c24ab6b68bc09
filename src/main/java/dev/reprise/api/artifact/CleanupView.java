package dev.reprise.api.artifact;

import dev.reprise.artifact.ArtifactSummary;
import dev.reprise.artifact.Stage;
import java.time.Instant;
import java.util.List;

/**
 * The generated tools that a request puts away, or would put away.
 *
 * @param dryRun whether nothing was changed
 */
public record CleanupView(boolean dryRun, List<Unused> items) {

  public CleanupView {
    items = List.copyOf(items);
  }

  static CleanupView of(boolean dryRun, List<ArtifactSummary> tools) {
    return new CleanupView(dryRun, tools.stream().map(Unused::of).toList());
  }

  /**
   * A tool that is not called any more.
   *
   * @param stage before the request
   * @param idleSince when it was last called, or made
   */
  public record Unused(String role, String method, Stage stage, Instant idleSince) {

    private static Unused of(ArtifactSummary tool) {
      return new Unused(tool.key().role(), tool.key().method(), tool.stage(), tool.idleSince());
    }
  }
}
