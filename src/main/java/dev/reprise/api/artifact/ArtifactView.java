package dev.reprise.api.artifact;

import dev.reprise.artifact.Artifact;
import dev.reprise.artifact.ArtifactSummary;
import dev.reprise.artifact.Ranking;
import dev.reprise.artifact.Selection;
import dev.reprise.artifact.Stage;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A generated tool's method.
 *
 * @param role the tool's name
 * @param stage who may call it
 * @param rank its place among the tools of which agents are told, from 1; absent if they are not
 * @param prospect what becomes of it without further calls
 * @param nextCall what would be done for a call
 */
public record ArtifactView(
    String role,
    String method,
    Stage stage,
    FitnessView fitness,
    Optional<Integer> rank,
    Ranking.Prospect prospect,
    NextCall nextCall,
    Optional<Instant> lastUsedAt) {

  /** What would be done for a call, and why. */
  public record NextCall(Selection.Action action, Selection.Reason reason) {}

  /**
   * @param nextCall what would be done for a call
   * @param known the tools of which agents are told, the best first
   */
  static ArtifactView of(
      Artifact artifact, Selection nextCall, List<ArtifactSummary> known, Ranking ranking) {
    ArtifactSummary summary = artifact.summary();
    int place = known.stream().map(ArtifactSummary::key).toList().indexOf(artifact.key());
    return new ArtifactView(
        artifact.key().role(),
        artifact.key().method(),
        artifact.standing().stage(),
        FitnessView.of(artifact.fitness()),
        place < 0 ? Optional.empty() : Optional.of(place + 1),
        ranking.prospect(summary),
        new NextCall(nextCall.action(), nextCall.reason()),
        artifact.usage().lastUsedAt());
  }
}
