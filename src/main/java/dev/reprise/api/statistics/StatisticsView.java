package dev.reprise.api.statistics;

import dev.reprise.statistics.Statistics;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the runs of a tenant did in a period.
 *
 * @param from when its first step begins
 * @param to when its last step ends, which may be later than now
 * @param stepSeconds the length of a step: 300, 3600 or 86400
 * @param all the sums of the period
 * @param steps all steps, in the order of time
 * @param agents those that cost most first, at most {@value Statistics#MOST_NAMES}
 * @param models calls of models by {@code provider/model}; the name of calls of tools that cost
 *     money is empty
 * @param users who submitted the runs
 * @param labels runs by those labels that {@code reprise.statistics.labels} names, as {@code
 *     team=search}; values that an hour had too many of are {@code team} together; at most {@value
 *     Statistics#MOST_LABELS}
 * @param failures failed runs by the code of the failure, the most frequent first
 */
public record StatisticsView(
    Instant from,
    Instant to,
    long stepSeconds,
    StepView all,
    List<StepView> steps,
    List<NamedSums> agents,
    List<NamedSums> models,
    List<NamedSums> users,
    List<NamedSums> labels,
    List<FailureCount> failures) {

  public StatisticsView {
    steps = List.copyOf(steps);
    agents = List.copyOf(agents);
    models = List.copyOf(models);
    users = List.copyOf(users);
    labels = List.copyOf(labels);
    failures = List.copyOf(failures);
  }

  /**
   * What runs did in a step, or in the whole period.
   *
   * @param at when it begins
   * @param medianMillis of the times from the submissions of runs to their ends, within 10 %;
   *     absent if none ended by itself
   * @param p95Millis what 95 % of these times did not exceed, within 10 %
   */
  public record StepView(
      Instant at, SumsView sums, Optional<Long> medianMillis, Optional<Long> p95Millis) {

    static StepView of(Statistics.Step step) {
      return new StepView(
          step.start(),
          SumsView.of(step.sums()),
          step.median().map(Duration::toMillis),
          step.most().map(Duration::toMillis));
    }
  }

  /**
   * The sums of an agent, a model, a person or a label.
   *
   * @param name of the agent, the model or the person, or the label with its value
   */
  public record NamedSums(String name, SumsView sums) {

    static NamedSums of(Statistics.Named named) {
      return new NamedSums(named.name(), SumsView.of(named.sums()));
    }
  }

  /**
   * How many runs failed for a reason.
   *
   * @param failureCode the code of the failure
   */
  public record FailureCount(String failureCode, long count) {}
}
