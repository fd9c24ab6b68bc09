package dev.reprise.api.history;

import dev.reprise.agent.Usage;
import dev.reprise.agent.budget.Spending;
import dev.reprise.agent.message.Failure;
import dev.reprise.api.run.RunProgress;
import dev.reprise.history.PastState;
import dev.reprise.history.StepCount;
import dev.reprise.run.state.RunStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What changed in a run from one of its events to a later one. Tested by {@code RunRecordViewsIT}.
 *
 * @param phases whose state changed
 * @param outputs of the phases that were completed in between
 * @param steps what the run did in between
 * @param usage tokens of the model calls of the run itself in between
 * @param spent in between, by the run and by its child runs that ended
 */
public record DifferenceView(
    Point from,
    Point to,
    List<PhaseChange> phases,
    List<PhaseOutput> outputs,
    StepCount steps,
    Usage usage,
    Spending spent) {

  public DifferenceView {
    phases = List.copyOf(phases);
    outputs = List.copyOf(outputs);
  }

  /**
   * Where a run stood after an event.
   *
   * @param phase the first one that was not completed or skipped
   * @param iteration model replies in that phase
   */
  public record Point(
      long sequence,
      Instant at,
      RunStatus status,
      Optional<String> phase,
      Optional<Integer> iteration) {

    private static Point of(PastState past, RunProgress.PhaseProgress progress) {
      return new Point(
          past.place().sequence(),
          past.place().at(),
          past.status(),
          progress.phase(),
          progress.iteration());
    }
  }

  /**
   * A phase whose state changed.
   *
   * @param failure why it was skipped or failed
   */
  public record PhaseChange(
      String phase,
      RunProgress.PhaseStanding from,
      RunProgress.PhaseStanding to,
      Optional<Failure> failure) {}

  static DifferenceView of(PastState from, PastState to, StepCount steps) {
    var before = RunProgress.PhaseProgress.of(from.state());
    var after = RunProgress.PhaseProgress.of(to.state());
    List<PhaseOutput> known = PhaseOutput.of(from.state());
    return new DifferenceView(
        Point.of(from, before),
        Point.of(to, after),
        changes(before.phases(), after.phases()),
        PhaseOutput.of(to.state()).stream().filter(output -> !known.contains(output)).toList(),
        steps,
        to.state().consumption().usage().minus(from.state().consumption().usage()),
        to.state().budgetSpent().minus(from.state().budgetSpent()));
  }

  private static List<PhaseChange> changes(
      List<RunProgress.PhaseView> before, List<RunProgress.PhaseView> after) {
    Map<String, RunProgress.PhaseStanding> earlier = new HashMap<>();
    before.forEach(phase -> earlier.put(phase.name(), phase.state()));
    return after.stream()
        .map(
            phase ->
                new PhaseChange(
                    phase.name(),
                    earlier.getOrDefault(phase.name(), RunProgress.PhaseStanding.PENDING),
                    phase.state(),
                    phase.failure()))
        .filter(change -> change.from() != change.to())
        .toList();
  }
}
