package dev.reprise.api.metrics;

import dev.reprise.api.operations.BreakerOverview;
import dev.reprise.budget.DayBudget;
import dev.reprise.budget.DayBudgets;
import dev.reprise.journal.StoreHealth;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.RunGauges;
import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.BreakerTable;
import dev.reprise.resilience.RateLimitPauseTable;
import dev.reprise.run.state.WaitReason;
import dev.reprise.schedule.ScheduleStore;
import dev.reprise.telemetry.Attribute;
import dev.reprise.telemetry.Telemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.DoubleGaugeBuilder;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.math.MathContext;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.Stream;

/**
 * How things are at a moment, for all tenants and servers: each server that shares the database
 * says the same, so these metrics must not be added up over servers. While one cannot be read, its
 * last state is shown. Tested by {@code MetricsIT}.
 */
@ApplicationScoped
class StateGauges {

  private static final double MILLIS = 1e3;

  /** How long after the end of its lease a run should have been queued again at the latest. */
  private static final Duration SWEPT = Duration.ofMinutes(1);

  private static final AttributeKey<String> STATUS = AttributeKey.stringKey("status");
  private static final AttributeKey<String> TENANT = AttributeKey.stringKey("tenant");
  private static final AttributeKey<String> UNIT = AttributeKey.stringKey("unit");

  private final RunGauges runs;
  private final ScheduleStore schedules;
  private final DayBudgets budgets;
  private final StoreHealth health;
  private final BreakerOverview breakers;
  private final Database database;
  private final Telemetry telemetry;
  private final Clock clock;
  private LastReadings readings;

  @Resource ManagedExecutorService executor;

  @Inject
  StateGauges(
      RunGauges runs,
      ScheduleStore schedules,
      DayBudgets budgets,
      StoreHealth health,
      BreakerOverview breakers,
      Database database,
      Telemetry telemetry,
      Clock clock) {
    this.runs = runs;
    this.schedules = schedules;
    this.budgets = budgets;
    this.health = health;
    this.breakers = breakers;
    this.database = database;
    this.telemetry = telemetry;
    this.clock = clock;
    this.readings = new LastReadings(Runnable::run, clock);
  }

  void add(@Observes Startup unused) {
    if (!telemetry.isOn()) {
      return;
    }
    Meter meter = telemetry.meter();
    readings = new LastReadings(executor, clock); // which is not there yet in a constructor
    builder(meter, "state.age", "s", "How old the state is that these metrics show")
        .buildWithCallback(gauge -> gauge.record(readings.age().toMillis() / MILLIS));
    gauge(meter, "runs.active", "{run}", "Runs by status", this::active);
    gauge(
        meter,
        "runs.stranded",
        "{run}",
        "Runs whose lease ran out a minute ago and that no server has taken",
        gauge -> gauge.record(runs.stranded(SWEPT)));
    waits(meter);
    gauge(
        meter,
        "schedule.lag",
        "s",
        "For how long the first due schedule has not been handled",
        gauge -> gauge.record(schedules.overdueSince().map(this::secondsSince).orElse(0.0)));
    gauge(meter, "budget.used.ratio", "1", "Used part of the limits of today", this::budgets);
    gauge(
        meter,
        "breaker.state",
        "{state}",
        "Breakers: 0 closed, 1 half open, 2 open",
        this::breakers);
    gauge(
        meter,
        "quota.paused.seconds",
        "s",
        "How long quotas stay paused at the request of their providers",
        this::quotas);
    builder(
            meter,
            "durability.degraded",
            "{server}",
            "1 while this server cannot write its record, else 0")
        .buildWithCallback(gauge -> gauge.record(health.failingSince().isPresent() ? 1 : 0));
  }

  private void waits(Meter meter) {
    gauge(meter, "runs.waiting", "{run}", "Waiting runs by what they wait for", this::waiting);
    gauge(
        meter,
        "approval.pending",
        "{run}",
        "Runs that wait for people",
        gauge -> gauge.record(forPeople().mapToInt(RunGauges.Waits::runs).sum()));
    gauge(
        meter,
        "approval.age",
        "s",
        "For how long the first of the runs that wait for people has waited",
        gauge ->
            gauge.record(
                forPeople()
                    .map(RunGauges.Waits::since)
                    .min(Comparator.naturalOrder())
                    .map(this::secondsSince)
                    .orElse(0.0)));
  }

  private Stream<RunGauges.Waits> forPeople() {
    return runs.waiting().stream().filter(RunGauges.Waits::areForPeople);
  }

  /** Each reason is there, so that an alert about one can be told from a missing metric. */
  private void waiting(ObservableDoubleMeasurement gauge) {
    List<RunGauges.Waits> waits = runs.waiting();
    for (WaitReason reason : WaitReason.values()) {
      int count =
          waits.stream()
              .filter(it -> it.reason().equals(reason.code()))
              .mapToInt(RunGauges.Waits::runs)
              .sum();
      gauge.record(count, Attributes.of(Attribute.REASON, reason.code()));
    }
  }

  private void gauge(
      Meter meter, String name, String unit, String description, LastReadings.Reading reading) {
    readings.add(name, reading);
    builder(meter, name, unit, description).buildWithCallback(gauge -> readings.show(name, gauge));
  }

  private static DoubleGaugeBuilder builder(
      Meter meter, String name, String unit, String description) {
    return meter.gaugeBuilder("agentrun." + name).setUnit(unit).setDescription(description);
  }

  private double secondsSince(Instant then) {
    return Math.max(0, Duration.between(then, clock.instant()).toMillis() / MILLIS);
  }

  private void active(ObservableDoubleMeasurement gauge) {
    runs.active()
        .forEach((status, count) -> gauge.record(count, Attributes.of(STATUS, status.name())));
  }

  private void budgets(ObservableDoubleMeasurement gauge) {
    for (DayBudget budget : budgets.ofToday()) {
      if (budget.limit().amount().signum() > 0) {
        gauge.record(
            budget.taken().divide(budget.limit().amount(), MathContext.DECIMAL32).doubleValue(),
            Attributes.of(
                TENANT,
                budget.limit().scope().tenant(),
                Attribute.KIND,
                budget.limit().scope().subject().name(),
                Attribute.NAME,
                budget.limit().scope().name(),
                UNIT,
                budget.limit().unit().name()));
      }
    }
  }

  private void breakers(ObservableDoubleMeasurement gauge) {
    SortedMap<BreakerKey, BreakerState> states = new BreakerTable(database).all();
    states.putAll(breakers.ofProviders()); // a breaker that has never opened is not in the table
    states.forEach(
        (key, state) ->
            gauge.record(
                level(state.status()),
                Attributes.of(
                    Attribute.KIND,
                    key.kind().code(),
                    Attribute.NAME,
                    key.name(),
                    TENANT,
                    key.tenant().orElse(""))));
  }

  private static int level(BreakerState.Status status) {
    return switch (status) {
      case CLOSED -> 0;
      case HALF_OPEN -> 1;
      case OPEN -> 2;
    };
  }

  private void quotas(ObservableDoubleMeasurement gauge) {
    Instant now = clock.instant();
    new RateLimitPauseTable(database)
        .pausedAt(now)
        .forEach(
            (quota, until) ->
                gauge.record(
                    Duration.between(now, until).toMillis() / MILLIS,
                    Attributes.of(
                        Attribute.PROVIDER_NAME,
                        quota.provider(),
                        Attribute.REQUEST_MODEL,
                        quota.model(),
                        TENANT,
                        quota.tenant())));
  }
}
