package dev.reprise.execution;

import dev.reprise.agent.Difference;
import dev.reprise.agent.message.Explanation;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.resilience.BackOff;
import dev.reprise.run.state.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * This server does not have what a run needs: its tools or agent version differ from those that the
 * run pinned, or an agent to which it delegates is not there. The server releases the run
 * unchanged.
 *
 * <p>Another server may have them, for example during a rolling upgrade, or this server may have
 * them later. So servers claim the run again after growing delays, up to about an hour, for about a
 * day; then it waits for a person. Each try costs two events.
 *
 * @param differences at least one
 * @param before how often in a row the run was released for this reason before
 * @param passing whether this server may soon match, because something is only not there yet; the
 *     first delay is then five seconds, and otherwise a minute
 */
public record DefinitionMismatch(List<Difference> differences, int before, boolean passing) {

  private static final Duration MOMENT = Duration.ofSeconds(5);
  private static final Duration LONGEST = Duration.ofMinutes(64);

  private static final int TRIES = 24;
  private static final int NAMED = 20;

  public DefinitionMismatch {
    differences = List.copyOf(differences);
  }

  /** Creates a mismatch that is not likely to pass by itself. */
  public DefinitionMismatch(List<Difference> differences, int before) {
    this(differences, before, false);
  }

  /** Returns the event that releases the run now. */
  public LifecycleEvent.Waiting waiting(Instant now) {
    Optional<Instant> until = before < TRIES ? Optional.of(now.plus(pause())) : Optional.empty();
    Explanation lack =
        Explanation.Code.NOT_ON_THIS_SERVER.with(
            "names", differences.stream().limit(NAMED).map(Difference::at).toList());
    return new LifecycleEvent.Waiting(
        WaitReason.MIGRATION.code(),
        reason(),
        until,
        until.map(time -> lack.with("until", time)).orElse(lack),
        now);
  }

  private Duration pause() {
    Duration pause =
        BackOff.exponential(passing ? MOMENT : Duration.ofMinutes(1)).after(before + 1);
    return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
  }

  private String reason() {
    String named =
        differences.stream()
            .limit(NAMED)
            .map(Difference::toString)
            .collect(Collectors.joining("; "));
    int more = differences.size() - NAMED;
    return "this server does not have what the run needs: %s%s"
        .formatted(named, more > 0 ? "; and %d more".formatted(more) : "");
  }
}
