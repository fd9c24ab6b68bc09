package dev.reprise.execution;

import dev.reprise.agent.Difference;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.run.state.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A server that took a run on has not what the run keeps, and lets it go untouched.
 *
 * <p>Another server may have it, as in the middle of a rolling upgrade, or the same one tomorrow.
 * So the run is tried again, by whoever takes it, at growing distances from a minute to about an
 * hour, and for about a day; then it waits for someone. Each try costs two events.
 *
 * @param differences at least one
 * @param before how often in a row the run was let go like this already
 * @param passing whether this server itself may have it in a moment: it is just being connected to
 *     others that have tools
 */
public record DefinitionMismatch(List<Difference> differences, int before, boolean passing) {

  private static final Duration MOMENT = Duration.ofSeconds(5);

  private static final int TRIES = 24;
  private static final int DOUBLINGS = 6;
  private static final int NAMED = 20;

  public DefinitionMismatch {
    differences = List.copyOf(differences);
  }

  /** A difference that is not likely to pass by itself. */
  public DefinitionMismatch(List<Difference> differences, int before) {
    this(differences, before, false);
  }

  /** Returns the event that lets the run go now. */
  public LifecycleEvent.Waiting waiting(Instant now) {
    Optional<Instant> until = before < TRIES ? Optional.of(now.plus(pause())) : Optional.empty();
    return new LifecycleEvent.Waiting(WaitReason.MIGRATION.code(), reason(), until);
  }

  private Duration pause() {
    return passing ? MOMENT : Duration.ofMinutes(1L << Math.min(before, DOUBLINGS));
  }

  private String reason() {
    String named =
        differences.stream()
            .limit(NAMED)
            .map(Difference::toString)
            .collect(Collectors.joining("; "));
    int more = differences.size() - NAMED;
    return "this server differs from what the run keeps: %s%s"
        .formatted(named, more > 0 ? "; and %d more".formatted(more) : "");
  }
}
