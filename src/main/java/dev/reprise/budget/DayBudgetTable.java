package dev.reprise.budget;

import dev.reprise.platform.jdbc.Database;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What servers have taken of the limits of days, in the database. The sum is never above the limit
 * with which it was taken, however many servers take at once: the condition and the sum are one
 * update.
 */
final class DayBudgetTable {

  private static final String TAKE =
      """
      UPDATE budget_day SET taken = taken + ?
      WHERE tenant = ? AND subject = ? AND name = ? AND unit = ? AND budget_date = ? AND taken + ? <= ?\
      """;

  private static final String CHANGE =
      "UPDATE budget_day SET taken = taken + ? WHERE tenant = ? AND subject = ? AND name = ? AND unit = ? AND budget_date = ?";

  private static final String INSERT =
      "INSERT INTO budget_day (taken, tenant, subject, name, unit, budget_date) VALUES (0, ?, ?, ?, ?, ?)";

  private static final String TAKEN =
      "SELECT taken FROM budget_day WHERE tenant = ? AND subject = ? AND name = ? AND unit = ? AND budget_date = ?";

  private static final String TENANTS =
      "SELECT DISTINCT tenant FROM budget_day WHERE budget_date = ?";

  private static final String FORGET = "DELETE FROM budget_day WHERE budget_date < ?";

  private final Database database;

  DayBudgetTable(Database database) {
    this.database = database;
  }

  /** Takes an amount, if that leaves the sum within the limit; otherwise changes nothing. */
  boolean take(DayLimit limit, BigDecimal amount) {
    ensureRow(limit);
    return database.moves(TAKE, values(limit, List.of(amount), List.of(amount, limit.amount())));
  }

  /** Gives an amount back, or counts one that was spent already; an amount may be negative. */
  void change(DayLimit limit, BigDecimal amount) {
    ensureRow(limit);
    database.update(CHANGE, values(limit, List.of(amount), List.of()));
  }

  private void ensureRow(DayLimit limit) {
    if (find(limit).isEmpty()) {
      database.insertIfAbsent(INSERT, values(limit, List.of(), List.of()));
    }
  }

  /** Returns what all servers together have taken. */
  BigDecimal taken(DayLimit limit) {
    return find(limit).orElse(BigDecimal.ZERO);
  }

  private Optional<BigDecimal> find(DayLimit limit) {
    return database.first(
        TAKEN,
        row -> limit.unit().rounded(row.amount("taken")),
        values(limit, List.of(), List.of()));
  }

  /** Returns the tenants that have taken of any limit of a day. */
  List<String> tenants(LocalDate day) {
    return database.rows(TENANTS, row -> row.text("tenant"), day);
  }

  /** Deletes the rows of the days before this one. */
  void forgetBefore(LocalDate day) {
    database.update(FORGET, day);
  }

  /** Returns parameters of a statement, with the row of a limit between others. */
  private static Object[] values(DayLimit limit, List<?> before, List<?> after) {
    List<Object> values = new ArrayList<>(before);
    values.add(limit.scope().tenant());
    values.add(limit.scope().subject().name());
    values.add(limit.scope().name());
    values.add(limit.unit().name());
    values.add(limit.day());
    values.addAll(after);
    return values.toArray();
  }
}
