package dev.reprise.api.schedule;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.definition.AgentVersions;
import dev.reprise.definition.UnknownAgentVersionException;
import dev.reprise.journal.BrokenRecordException;
import dev.reprise.queue.row.Run;
import dev.reprise.queue.row.Runs;
import dev.reprise.schedule.Firing;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.Schedules;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/** What runs of a schedule have cost lately, and so what further ones are expected to cost. */
@ApplicationScoped
class ScheduleCosts {

  private static final System.Logger LOG = System.getLogger(ScheduleCosts.class.getName());

  private static final int FIRINGS = 50;
  private static final int RUNS = 10;
  private static final int DECIMALS = 4;

  private final Schedules schedules;
  private final Runs runs;
  private final AgentVersions versions;

  @Inject
  ScheduleCosts(Schedules schedules, Runs runs, AgentVersions versions) {
    this.schedules = schedules;
    this.runs = runs;
    this.versions = versions;
  }

  /**
   * What some runs are expected to cost.
   *
   * @param usd in US dollars, rounded up
   * @param basedOnRuns of how many runs this is the average
   */
  public record ExpectedCost(BigDecimal usd, int basedOnRuns) {}

  /**
   * Returns what so many runs are expected to cost: the average of the schedule's newest ten runs
   * that have ended, with their child runs. Empty if no run has ended, or its cost is not known.
   */
  Optional<ExpectedCost> of(Schedule schedule, int count) {
    List<BigDecimal> costs =
        schedules.history(schedule, Optional.empty(), FIRINGS).stream()
            .filter(firing -> firing.endedAt().isPresent())
            .map(Firing::id)
            .flatMap(id -> runs.find(id).stream())
            .limit(RUNS)
            .flatMap(run -> cost(run).stream())
            .toList();
    if (costs.isEmpty()) {
      return Optional.empty();
    }
    BigDecimal sum = costs.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    return Optional.of(
        new ExpectedCost(
            sum.multiply(BigDecimal.valueOf(count))
                .divide(BigDecimal.valueOf(costs.size()), DECIMALS, RoundingMode.UP),
            costs.size()));
  }

  private Optional<BigDecimal> cost(Run run) {
    try {
      var spent = runs.fold(run, versions.load(run.tenant(), run.agentVersion())).state().spent();
      return spent.cost().unknownCalls() == 0
          ? Optional.of(spent.spending().usd())
          : Optional.empty();
    } catch (BrokenRecordException | UnknownAgentVersionException e) {
      LOG.log(
          WARNING,
          "run %s: its cost cannot be read, so what a backfill costs is estimated without it"
              .formatted(run.id()),
          e);
      return Optional.empty();
    }
  }
}
