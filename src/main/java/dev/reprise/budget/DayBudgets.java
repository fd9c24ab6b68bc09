package dev.reprise.budget;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.agent.budget.LimitCrossing;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;

/**
 * What the runs of an agent, of a schedule and of a tenant may cost in a day of UTC, on all servers
 * together.
 *
 * <p>Before a call, its expected cost is reserved; after it, the reservation is settled with what
 * the call did cost. This server takes a hundredth of a limit at a time from the database, and more
 * only if a call needs more. What it has left at its end, it gives back.
 *
 * <p>A call for which too little is left is held up until the limit begins anew. While other calls
 * of this server are under way, which may cost less than was expected, it is tried again earlier.
 *
 * <p>If the database does not answer, nothing more can be taken: the call is held up like one for
 * which too little is left, and tried again within a minute.
 */
@ApplicationScoped
public class DayBudgets {

  private static final System.Logger LOG = System.getLogger(DayBudgets.class.getName());

  private static final int SCALE = 6;
  private static final Duration OUTAGE = Duration.ofMinutes(1);
  private static final Duration CALLS_UNDER_WAY = Duration.ofSeconds(15);
  private static final int DAYS_KEPT = 31;

  private final DayBudgetSettings settings;
  private final ScheduleLimits schedules;
  private final DayBudgetTable table;
  private final Clock clock;

  private final ServerShare share;

  @Inject
  DayBudgets(Config config, ScheduleLimits schedules, DataSource database, Clock clock) {
    this(DayBudgetSettings.read(config), schedules, database, clock);
  }

  public DayBudgets(
      DayBudgetSettings settings, ScheduleLimits schedules, DataSource database, Clock clock) {
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
   * @param crossed the limit that does not allow the call; empty if the amount is reserved
   */
  public record Reservation(
      Optional<LimitCrossing> crossed, List<DayLimit> limits, BigDecimal amount) {

    private static final Reservation NOTHING =
        new Reservation(Optional.empty(), List.of(), BigDecimal.ZERO);

    public Reservation {
      limits = List.copyOf(limits);
    }
  }

  /**
   * Returns the limits of a tenant for today, with what all servers together have taken of them.
   *
   * @throws SQLException if the database fails
   */
  public List<DayBudget> ofToday(String tenant) throws SQLException {
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
   * Reserves what a call is expected to cost.
   *
   * @param usd empty if that is not known, which no limit allows
   */
  public Reservation reserve(Spender spender, Optional<BigDecimal> usd) {
    Instant now = clock.instant();
    List<DayLimit> limits;
    try {
      limits = limits(spender, LocalDate.ofInstant(now, ZoneOffset.UTC));
    } catch (SQLException e) {
      LOG.log(
          WARNING,
          "the day's budget of %s cannot be read, so no call is made that needs it"
              .formatted(spender),
          e);
      return new Reservation(
          Optional.of(outage(unread(spender, now), usd, now)), List.of(), BigDecimal.ZERO);
    }
    if (limits.isEmpty()) {
      return Reservation.NOTHING;
    }
    List<DayLimit> reserved = new ArrayList<>();
    BigDecimal amount = usd.orElse(BigDecimal.ZERO).setScale(SCALE, RoundingMode.UP);
    for (DayLimit limit : limits) {
      Optional<LimitCrossing> crossed =
          usd.isEmpty() ? Optional.of(unknown(limit)) : crossing(limit, amount, now);
      if (crossed.isPresent()) {
        reserved.forEach(it -> share.settle(it, amount, BigDecimal.ZERO));
        return new Reservation(crossed, List.of(), BigDecimal.ZERO);
      }
      reserved.add(limit);
    }
    return new Reservation(Optional.empty(), reserved, amount);
  }

  private List<DayLimit> limits(Spender spender, LocalDate day) throws SQLException {
    List<DayLimit> limits =
        new ArrayList<>(settings.limits(spender.tenant(), spender.agent(), day));
    if (spender.schedule().isPresent()) {
      String schedule = spender.schedule().get();
      BigDecimal usd = schedules.ofTenant(spender.tenant()).get(schedule);
      if (usd != null) {
        limits.addFirst(ofSchedule(spender.tenant(), schedule, day, usd));
      }
    }
    return limits;
  }

  private static DayLimit ofSchedule(
      String tenant, String schedule, LocalDate day, BigDecimal usd) {
    return new DayLimit(DayLimit.Scope.ofSchedule(tenant, schedule), day, usd);
  }

  /** Stands for the limit of a schedule that cannot be read. */
  private static DayLimit unread(Spender spender, Instant now) {
    return ofSchedule(
        spender.tenant(),
        spender.schedule().orElse(""),
        LocalDate.ofInstant(now, ZoneOffset.UTC),
        BigDecimal.ZERO);
  }

  /** Settles a reservation with what the call did cost; 0 if it was not made. */
  public void settle(Reservation reservation, BigDecimal usd) {
    BigDecimal cost = usd.setScale(SCALE, RoundingMode.UP);
    reservation.limits().forEach(limit -> share.settle(limit, reservation.amount(), cost));
  }

  /** Reserves an amount of one limit. */
  private Optional<LimitCrossing> crossing(DayLimit limit, BigDecimal amount, Instant now) {
    try {
      return share.reserve(limit, amount)
          ? Optional.empty()
          : Optional.of(crossing(limit, table.taken(limit), amount, again(limit, now)));
    } catch (SQLException e) {
      LOG.log(
          WARNING,
          "the day's budget of %s cannot be read, so no call is made that needs it"
              .formatted(limit.scope()),
          e);
      return Optional.of(outage(limit, Optional.of(amount), now));
    }
  }

  /** Returns when a call for which too little is left is tried again. */
  private Instant again(DayLimit limit, Instant now) {
    Instant soon = now.plus(CALLS_UNDER_WAY);
    return share.hasCallsUnderWay(limit) && soon.isBefore(limit.until()) ? soon : limit.until();
  }

  private static LimitCrossing crossing(
      DayLimit limit, BigDecimal taken, BigDecimal amount, Instant until) {
    return new LimitCrossing(
        kind(limit), limit.usd(), taken, Optional.of(amount), Optional.of(until));
  }

  private static LimitCrossing unknown(DayLimit limit) {
    return new LimitCrossing(
        kind(limit), limit.usd(), BigDecimal.ZERO, Optional.empty(), Optional.of(limit.until()));
  }

  private static LimitCrossing outage(DayLimit limit, Optional<BigDecimal> amount, Instant now) {
    return new LimitCrossing(
        kind(limit), limit.usd(), limit.usd(), amount, Optional.of(now.plus(OUTAGE)));
  }

  private static LimitCrossing.Kind kind(DayLimit limit) {
    return switch (limit.scope().subject()) {
      case TENANT -> LimitCrossing.Kind.TENANT_DAY_USD;
      case AGENT -> LimitCrossing.Kind.AGENT_DAY_USD;
      case SCHEDULE -> LimitCrossing.Kind.SCHEDULE_DAY_USD;
    };
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
    } catch (SQLException e) {
      LOG.log(
          WARNING,
          "the budgets of earlier days could not be deleted; the next stop tries again",
          e);
    }
  }
}
