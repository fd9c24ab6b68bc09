package dev.reprise.budget;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.budget.LimitCrossing;
import dev.reprise.budget.DayLimit.Unit;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.eclipse.microprofile.config.Config;

/**
 * What the runs of an agent, of a schedule and of a tenant may spend in a day of UTC, on all
 * servers together.
 *
 * <p>Before a call, what it is expected to need is reserved; after it, the reservation is settled
 * with what the call did use. This server takes a hundredth of a limit at a time from the database,
 * and more only if a call needs more. What it has left at its end, it gives back.
 *
 * <p>A call for which too little is left is held up until the limit starts again. While other calls
 * of this server are under way, which may use less than was expected, it is tried again earlier.
 *
 * <p>If the database does not answer, nothing more can be taken: the call is held up like one for
 * which too little is left, and tried again within a minute.
 */
@ApplicationScoped
public class DayBudgets {

  private static final System.Logger LOG = System.getLogger(DayBudgets.class.getName());

  private static final Duration OUTAGE = Duration.ofMinutes(1);
  private static final Duration CALLS_UNDER_WAY = Duration.ofSeconds(15);
  private static final int DAYS_KEPT = 31;

  private final DayBudgetSettings settings;
  private final ScheduleLimits schedules;
  private final DayBudgetTable table;
  private final Clock clock;

  private final ServerShare share;

  @Inject
  DayBudgets(Config config, ScheduleLimits schedules, Database database, Clock clock) {
    this(DayBudgetSettings.read(config), schedules, database, clock);
  }

  public DayBudgets(
      DayBudgetSettings settings, ScheduleLimits schedules, Database database, Clock clock) {
    this.settings = settings;
    this.schedules = schedules;
    this.table = new DayBudgetTable(database);
    this.share = new ServerShare(table);
    this.clock = clock;
  }

  /** Stops the server's start if a value is invalid, which the constructor checks. */
  void check(@Observes Startup unused) {}

  /**
   * The result of a reservation.
   *
   * @param crossed the limit that does not allow the call; empty if the amounts are reserved
   * @param limits of which they are reserved
   */
  public record Reservation(
      Optional<LimitCrossing> crossed, List<DayLimit> limits, CallAmounts reserved) {

    private static final Reservation NOTHING =
        new Reservation(Optional.empty(), List.of(), CallAmounts.NONE);

    public Reservation {
      limits = List.copyOf(limits);
    }

    private static Reservation refused(LimitCrossing crossed) {
      return new Reservation(Optional.of(crossed), List.of(), CallAmounts.NONE);
    }

    /** Returns whether no limit has to know what the call did use. */
    public boolean isNothing() {
      return limits.isEmpty();
    }
  }

  /**
   * Returns the limits of a tenant for today, with what all servers together have taken of them.
   *
   * @throws DatabaseException if the database fails
   */
  public List<DayBudget> ofToday(String tenant) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    List<DayBudget> budgets = new ArrayList<>();
    for (DayLimit limit : settings.limits(tenant, today)) {
      budgets.add(new DayBudget(limit, table.taken(limit)));
    }
    for (var schedule : new TreeMap<>(schedules.ofTenant(tenant)).entrySet()) {
      DayLimit limit = ofSchedule(tenant, schedule.getKey(), today, schedule.getValue());
      budgets.add(new DayBudget(limit, table.taken(limit)));
    }
    return budgets;
  }

  /**
   * Returns the limits for today of all tenants that have spent something of theirs today.
   *
   * @throws DatabaseException if the database fails
   */
  public List<DayBudget> ofToday() {
    List<DayBudget> budgets = new ArrayList<>();
    for (String tenant : table.tenants(LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC))) {
      budgets.addAll(ofToday(tenant));
    }
    return budgets;
  }

  /** Returns whether any runs have a limit in a unit, apart from those of schedules. */
  public boolean areLimited(Unit unit) {
    return settings.has(unit);
  }

  /**
   * Reserves what a call is expected to need. A limit of which it needs nothing always allows it; a
   * limit of which it is not known what the call needs never does.
   */
  public Reservation reserve(Spender spender, CallAmounts need) {
    if (settings.isEmpty() && spender.schedule().isEmpty()) {
      return Reservation.NOTHING;
    }
    Instant now = clock.instant();
    try {
      return reserve(limits(spender, need, LocalDate.ofInstant(now, ZoneOffset.UTC)), need, now);
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "the day's budget of %s cannot be read, so no call is made that needs it"
              .formatted(spender),
          e);
      return Reservation.refused(outage(unread(spender, now), need, now));
    }
  }

  private List<DayLimit> limits(Spender spender, CallAmounts need, LocalDate day) {
    List<DayLimit> limits =
        new ArrayList<>(settings.limits(spender.tenant(), spender.agent(), day));
    if (spender.schedule().isPresent() && need.isSomeIn(Unit.USD)) {
      String schedule = spender.schedule().get();
      BigDecimal usd = schedules.ofTenant(spender.tenant()).get(schedule);
      if (usd != null) {
        limits.addFirst(ofSchedule(spender.tenant(), schedule, day, usd));
      }
    }
    limits.removeIf(limit -> !need.isSomeIn(limit.unit()));
    return limits;
  }

  private static DayLimit ofSchedule(
      String tenant, String schedule, LocalDate day, BigDecimal usd) {
    return new DayLimit(DayLimit.Scope.ofSchedule(tenant, schedule), Unit.USD, day, usd);
  }

  /** Stands for the limit of a schedule that cannot be read. */
  private static DayLimit unread(Spender spender, Instant now) {
    return ofSchedule(
        spender.tenant(),
        spender.schedule().orElse(""),
        LocalDate.ofInstant(now, ZoneOffset.UTC),
        BigDecimal.ZERO);
  }

  private Reservation reserve(List<DayLimit> limits, CallAmounts need, Instant now) {
    List<DayLimit> reserved = new ArrayList<>();
    for (DayLimit limit : limits) {
      Optional<LimitCrossing> crossed = crossing(limit, need, now);
      if (crossed.isPresent()) {
        settle(new Reservation(Optional.empty(), reserved, need), CallAmounts.NONE);
        return Reservation.refused(crossed.get());
      }
      reserved.add(limit);
    }
    return new Reservation(Optional.empty(), reserved, need);
  }

  /** Settles a reservation with what the call did use; nothing if it was not made. */
  public void settle(Reservation reservation, CallAmounts used) {
    for (DayLimit limit : reservation.limits()) {
      share.settle(
          limit,
          reservation.reserved().in(limit.unit()).orElse(BigDecimal.ZERO),
          used.in(limit.unit()).orElse(BigDecimal.ZERO));
    }
  }

  /**
   * Replaces what was counted for calls on a day, by this server or another, by what they did use.
   * If the database fails, they stay counted as before.
   */
  public void correct(Spender spender, LocalDate day, CallAmounts counted, CallAmounts used) {
    for (DayLimit limit : settings.limits(spender.tenant(), spender.agent(), day)) {
      BigDecimal more =
          used.in(limit.unit())
              .orElse(BigDecimal.ZERO)
              .subtract(counted.in(limit.unit()).orElse(BigDecimal.ZERO));
      try {
        if (more.signum() != 0) {
          table.change(limit, more);
        }
      } catch (DatabaseException e) {
        LOG.log(
            WARNING,
            "the day's budget of %s cannot be read, so calls of %s stay counted as %s"
                .formatted(limit.scope(), day, counted),
            e);
      }
    }
  }

  /**
   * Counts what was not reserved. It may exceed a limit, which then holds up the next call; if the
   * limits cannot be read, it is not counted.
   */
  public void charge(Spender spender, CallAmounts used) {
    if (settings.isEmpty() && spender.schedule().isEmpty()) {
      return;
    }
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    try {
      settle(
          new Reservation(Optional.empty(), limits(spender, used, today), CallAmounts.NONE), used);
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "the day's budget of %s cannot be read, so it does not have %s".formatted(spender, used),
          e);
    }
  }

  /** Reserves what a call needs of one limit. */
  private Optional<LimitCrossing> crossing(DayLimit limit, CallAmounts need, Instant now) {
    Optional<BigDecimal> amount = need.in(limit.unit());
    try {
      if (amount.isEmpty()) {
        return Optional.of(limit.crossing(table.taken(limit), amount, limit.until()));
      }
      return share.reserve(limit, amount.get())
          ? Optional.empty()
          : Optional.of(limit.crossing(table.taken(limit), amount, again(limit, now)));
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "the day's budget of %s cannot be read, so no call is made that needs it"
              .formatted(limit.scope()),
          e);
      return Optional.of(outage(limit, need, now));
    }
  }

  /** Returns when a call for which too little is left is tried again. */
  private Instant again(DayLimit limit, Instant now) {
    Instant soon = now.plus(CALLS_UNDER_WAY);
    return share.hasCallsUnderWay(limit) && soon.isBefore(limit.until()) ? soon : limit.until();
  }

  private static LimitCrossing outage(DayLimit limit, CallAmounts need, Instant now) {
    return limit.crossing(limit.amount(), need.in(limit.unit()), now.plus(OUTAGE));
  }

  /** Gives back what this server has taken and not spent, and forgets limits of earlier days. */
  @PreDestroy
  public void giveBack() {
    share.giveBack();
    forget();
  }

  private void forget() {
    LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    try {
      table.forgetBefore(today.minusDays(DAYS_KEPT));
    } catch (DatabaseException e) {
      LOG.log(
          WARNING,
          "the budgets of earlier days could not be deleted; the next stop tries again",
          e);
    }
  }
}
