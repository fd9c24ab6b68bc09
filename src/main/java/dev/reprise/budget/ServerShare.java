package dev.reprise.budget;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.jdbc.DatabaseException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this server has taken of limits, and what of it calls have reserved. It takes a hundredth of
 * a limit at a time, and more only if a call needs more. Tested by {@code DayBudgetsTest}.
 */
final class ServerShare {

  private static final System.Logger LOG = System.getLogger(ServerShare.class.getName());

  private static final BigDecimal PORTIONS = BigDecimal.valueOf(100);

  private final DayBudgetTable table;

  /** What is taken and not reserved; below 0 after calls that used too much. */
  private final Map<DayLimit, BigDecimal> left = new HashMap<>();

  /** What calls are expected to use that are not settled. */
  private final Map<DayLimit, BigDecimal> underWay = new HashMap<>();

  private final Map<DayLimit.Scope, Object> taking = new ConcurrentHashMap<>();

  ServerShare(DayBudgetTable table) {
    this.table = table;
  }

  /**
   * Reserves an amount; the limit does not allow it if the result is false.
   *
   * <p>The database is asked outside of the lock of what is left, so only runs wait for it that
   * find too little. One of them asks for all: otherwise each would take a portion.
   *
   * @throws DatabaseException if the database fails; then nothing is reserved
   */
  boolean reserve(DayLimit limit, BigDecimal amount) {
    if (missing(limit, amount).isEmpty()) {
      return true;
    }
    synchronized (taking.computeIfAbsent(limit.scope(), scope -> new Object())) {
      Optional<BigDecimal> missing = missing(limit, amount);
      while (missing.isPresent()) {
        BigDecimal portion = limit.unit().share(limit.amount(), PORTIONS);
        if (table.take(limit, portion.max(missing.get()))) {
          add(limit, portion.max(missing.get()));
        } else if (table.take(limit, missing.get())) {
          add(limit, missing.get());
        } else {
          return false;
        }
        missing = missing(limit, amount); // a run that found enough may have reserved it
      }
      return true;
    }
  }

  /** Reserves an amount if this server has it; otherwise returns what is missing. */
  private synchronized Optional<BigDecimal> missing(DayLimit limit, BigDecimal amount) {
    left.keySet().removeIf(old -> old.day().isBefore(limit.day().minusDays(1)));
    underWay.keySet().removeIf(old -> old.day().isBefore(limit.day().minusDays(1)));
    BigDecimal rest = left.getOrDefault(limit, BigDecimal.ZERO).subtract(amount);
    if (rest.signum() < 0) {
      return Optional.of(rest.negate());
    }
    left.put(limit, rest);
    underWay.merge(limit, amount, BigDecimal::add);
    return Optional.empty();
  }

  /** Replaces what a call had reserved by what it did use. */
  synchronized void settle(DayLimit limit, BigDecimal reserved, BigDecimal used) {
    add(limit, reserved.subtract(used));
    underWay.merge(limit, reserved.negate(), BigDecimal::add);
  }

  private synchronized void add(DayLimit limit, BigDecimal amount) {
    left.merge(limit, amount, BigDecimal::add);
  }

  /** Returns whether calls are under way, after which more may be left. */
  synchronized boolean hasCallsUnderWay(DayLimit limit) {
    return underWay.getOrDefault(limit, BigDecimal.ZERO).signum() > 0;
  }

  /** Gives back what is taken and not spent. */
  synchronized void giveBack() {
    left.forEach(
        (limit, amount) -> {
          try {
            table.change(limit, amount.negate());
          } catch (DatabaseException e) {
            LOG.log(
                WARNING,
                "%s %s of the day's budget of %s could not be given back, so they count as spent until the end of %s"
                    .formatted(amount.toPlainString(), limit.unit(), limit.scope(), limit.day()),
                e);
          }
        });
    left.clear();
  }
}
