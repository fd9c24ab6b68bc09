package dev.reprise.execution;

import dev.reprise.agent.message.Failure;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.decision.Decider;
import dev.reprise.run.decision.NextStep;
import dev.reprise.run.state.Attempts;
import dev.reprise.run.state.RunState;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.Optional;

/** Decides whether a claimed run is given up before its work begins again. */
@ApplicationScoped
public class ClaimLimits {

  private final EngineSettings settings;
  private final Decider decider;
  private final Clock clock;

  @Inject
  public ClaimLimits(EngineSettings settings, Decider decider, Clock clock) {
    this.settings = settings;
    this.decider = decider;
    this.clock = clock;
  }

  /**
   * Returns why the run must be given up unread. If the last holder did not read the record to its
   * end, reading it may be what ends servers.
   */
  public Optional<Failure> beforeReading(RunRow row) {
    if (row.holderFailures().admissions() == 0) {
      return Optional.empty();
    }
    int admissions = row.holderFailures().admissionsWithNext();
    return row.holderFailures()
        .deaths()
        .failure()
        .or(() -> Optional.of(Attempts.unread(admissions)).filter(it -> isTooOften(admissions)));
  }

  private boolean isTooOften(int admissions) {
    return admissions > settings.maxAttempts;
  }

  /**
   * Returns why the run must be given up. A run whose work is done, or one of whose phases has
   * failed for good, gets its end however often a server died before it had it.
   */
  public Optional<Failure> afterReading(RunRow row, RunState state) {
    return row.holderFailures().deaths().failure().filter(ignored -> !isAtItsEnd(state));
  }

  private boolean isAtItsEnd(RunState state) {
    NextStep next = decider.next(state, clock.instant());
    return next instanceof NextStep.Finish || next instanceof NextStep.Fail;
  }
}
