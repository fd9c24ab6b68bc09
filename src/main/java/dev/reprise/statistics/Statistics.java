package dev.reprise.statistics;

import dev.reprise.platform.jdbc.Database;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads the statistics of a tenant, those of all servers. Tested by {@code StatisticsTest}. */
@ApplicationScoped
public class Statistics {

  /** More names are not listed; what they cost is in the sums of all. */
  public static final int MOST_NAMES = 100;

  /** The same of labels, of which a run has several. */
  public static final int MOST_LABELS = 1000;

  private static final double MEDIAN = 0.5;
  private static final double MOST = 0.95;

  private final StatisticTable table;

  @Inject
  public Statistics(Database database) {
    this.table = new StatisticTable(database);
  }

  /**
   * A time in steps.
   *
   * @param from when the first step begins
   * @param to after the last one
   * @param step five minutes, an hour or a day
   */
  public record Period(Instant from, Instant to, Duration step) {

    private static final Duration MOST_OF_MINUTES = Duration.ofHours(6);
    private static final Duration MOST_OF_HOURS = Duration.ofDays(8);
    private static final Duration DAY = Duration.ofDays(1);

    /**
     * Returns the period of whole steps that has both moments, with steps that suit its length and
     * are still kept.
     */
    public static Period of(Instant from, Instant to, Instant now) {
      Duration length = Duration.between(from, to);
      Instant kept = now.minus(Span.MINUTES_KEPT);
      Duration step =
          length.compareTo(MOST_OF_MINUTES) <= 0 && from.isAfter(kept)
              ? Span.MINUTES.length()
              : length.compareTo(MOST_OF_HOURS) <= 0 ? Span.HOUR.length() : DAY;
      Instant last = Span.start(to, step);
      return new Period(Span.start(from, step), last.isBefore(to) ? last.plus(step) : last, step);
    }

    private Span span() {
      return step.equals(Span.MINUTES.length()) ? Span.MINUTES : Span.HOUR;
    }
  }

  /** The sums of a subject's name, such as those of an agent. */
  public record Named(String name, Sums sums) {}

  /**
   * What runs did in a step, or in the whole period.
   *
   * @param median of the time from the submission of runs to their end; empty if none ended
   * @param most what 95 % of these times did not exceed
   */
  public record Step(Instant start, Sums sums, Optional<Duration> median, Optional<Duration> most) {

    private static Step of(Instant start, Sums sums, Map<Integer, Long> durations) {
      return new Step(
          start,
          sums,
          DurationClass.quantile(durations, MEDIAN),
          DurationClass.quantile(durations, MOST));
    }
  }

  /**
   * The steps in the order of time, all of them, and the whole period.
   *
   * @param all the whole period
   */
  public record Course(List<Step> steps, Step all) {}

  /** Returns what the runs of a tenant did in a period. */
  public Course course(String tenant, Period period) {
    Map<Instant, Sums> sums = new TreeMap<>();
    for (Instant at = period.from(); at.isBefore(period.to()); at = at.plus(period.step())) {
      sums.put(at, Sums.NONE);
    }
    entries(tenant, period, Subject.ALL)
        .forEach(it -> sums.merge(Span.start(it.start(), period.step()), it.sums(), Sums::plus));
    Map<Instant, Map<Integer, Long>> durations = new HashMap<>();
    Map<Integer, Long> all = new HashMap<>();
    for (StatisticTable.Entry it : entries(tenant, period, Subject.DURATION)) {
      int number = Integer.parseInt(it.name());
      long runs = it.sums().completed() + it.sums().failed();
      durations
          .computeIfAbsent(Span.start(it.start(), period.step()), at -> new HashMap<>())
          .merge(number, runs, Long::sum);
      all.merge(number, runs, Long::sum);
    }
    List<Step> steps = new ArrayList<>();
    sums.forEach((at, each) -> steps.add(Step.of(at, each, durations.getOrDefault(at, Map.of()))));
    return new Course(
        steps, Step.of(period.from(), sums.values().stream().reduce(Sums.NONE, Sums::plus), all));
  }

  private List<StatisticTable.Entry> entries(String tenant, Period period, Subject subject) {
    return table.byTime(tenant, period.span(), subject, period.from(), period.to());
  }

  /**
   * Returns the sums of the names of a subject, those that cost most first, at most {@value
   * #MOST_NAMES}, or {@value #MOST_LABELS} of labels.
   */
  public List<Named> names(String tenant, Period period, Subject subject) {
    return table
        .byName(
            tenant,
            period.span(),
            subject,
            period.from(),
            period.to(),
            subject == Subject.LABEL ? MOST_LABELS : MOST_NAMES)
        .stream()
        .map(it -> new Named(it.name(), it.sums()))
        .toList();
  }
}
