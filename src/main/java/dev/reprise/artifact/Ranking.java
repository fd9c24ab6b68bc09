package dev.reprise.artifact;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingDouble;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The order in which tools are worth knowing: by success rate, which decays while there are no
 * calls.
 *
 * @param now the time at which it holds
 */
public record Ranking(RankingRules rules, Instant now) {

  /** What becomes of a tool without calls. Removal comes only after less drastic means. */
  public enum Prospect {
    /** It keeps its place. */
    KEPT,
    /** It comes after all others. */
    LAST,
    /** It may be removed. */
    REMOVABLE
  }

  /**
   * Returns the tools that agents are told of, the best first; the names decide between equals.
   *
   * <p>A tool of which no agent is told is not called either, and so sinks further. Where tools
   * with a better success rate than the last one are left out for that reason, they take its place
   * in turn, each for a day.
   */
  public List<ArtifactSummary> knownTools(Collection<ArtifactSummary> all) {
    List<ArtifactSummary> ranked =
        all.stream()
            .filter(it -> it.stage() == Stage.PROMOTED)
            .sorted(
                comparing((ArtifactSummary it) -> prospect(it) != Prospect.KEPT)
                    .thenComparing(comparingDouble(this::utility).reversed())
                    .thenComparing(ArtifactSummary::key))
            .toList();
    int places = Math.min(rules.knownTools(), ranked.size());
    List<ArtifactSummary> known = ranked.subList(0, places);
    return places < 2 ? known : explored(known, ranked.subList(places, ranked.size()));
  }

  private List<ArtifactSummary> explored(
      List<ArtifactSummary> known, List<ArtifactSummary> leftOut) {
    List<ArtifactSummary> starved =
        leftOut.stream()
            .filter(it -> prospect(it) == Prospect.KEPT)
            .filter(it -> it.successRate() > known.getLast().successRate())
            .sorted(comparing(ArtifactSummary::key))
            .toList();
    if (starved.isEmpty()) {
      return known;
    }
    int turn = (int) (Duration.between(Instant.EPOCH, now).toDays() % starved.size());
    return Stream.concat(known.subList(0, known.size() - 1).stream(), Stream.of(starved.get(turn)))
        .toList();
  }

  /** Returns how much a tool is worth, from 0 to 1. */
  public double utility(ArtifactSummary artifact) {
    double halfLives = (double) idle(artifact).toMillis() / rules.halfLife().toMillis();
    return artifact.successRate() * Math.pow(0.5, halfLives);
  }

  /**
   * Returns what becomes of a tool, by the time since its last call. A quarantined tool is kept,
   * because without it the next call would have new code written.
   */
  public Prospect prospect(ArtifactSummary artifact) {
    if (artifact.stage() == Stage.QUARANTINED) {
      return Prospect.KEPT;
    }
    Duration idle = idle(artifact);
    if (idle.compareTo(rules.removableAfter()) >= 0) {
      return Prospect.REMOVABLE;
    }
    return idle.compareTo(rules.lastAfter()) >= 0 ? Prospect.LAST : Prospect.KEPT;
  }

  /** A clock of another server may be ahead. */
  private Duration idle(ArtifactSummary artifact) {
    Duration idle = Duration.between(artifact.idleSince(), now);
    return idle.isNegative() ? Duration.ZERO : idle;
  }
}
