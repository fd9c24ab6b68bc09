package dev.reprise.platform.jdbc;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One row of a result, read by the names of its columns. A method that returns no {@link Optional}
 * is for columns that have a value in each row.
 *
 * <p>A row is valid only while its result is read. Every method throws {@link DatabaseException} if
 * the database fails or the column does not exist, and {@link IllegalStateException} if a column
 * that must have a value has none.
 */
public final class Row {

  private final ResultSet result;

  Row(ResultSet result) {
    this.result = result;
  }

  private interface Column<T> {
    @Nullable T value() throws SQLException;
  }

  public String text(String column) {
    return required(column, optionalText(column));
  }

  public Optional<String> optionalText(String column) {
    return optional(() -> result.getString(column));
  }

  /** Returns an id, which is stored as its text. */
  public UUID id(String column) {
    return UUID.fromString(text(column));
  }

  public Optional<UUID> optionalId(String column) {
    return optionalText(column).map(UUID::fromString);
  }

  /** Returns the constant of an enum, which is stored as its name. */
  public <E extends Enum<E>> E constant(Class<E> type, String column) {
    return Enum.valueOf(type, text(column));
  }

  public <E extends Enum<E>> Optional<E> optionalConstant(Class<E> type, String column) {
    return optionalText(column).map(name -> Enum.valueOf(type, name));
  }

  public Instant instant(String column) {
    return required(column, optionalInstant(column));
  }

  public Optional<Instant> optionalInstant(String column) {
    return optional(() -> result.getTimestamp(column)).map(Timestamp::toInstant);
  }

  public LocalDate date(String column) {
    return required(column, optionalDate(column));
  }

  public Optional<LocalDate> optionalDate(String column) {
    return optional(() -> result.getDate(column)).map(Date::toLocalDate);
  }

  public int integer(String column) {
    return required(column, optionalInteger(column));
  }

  public Optional<Integer> optionalInteger(String column) {
    return optional(() -> value(result.getInt(column)));
  }

  public long number(String column) {
    return required(column, optionalNumber(column));
  }

  public Optional<Long> optionalNumber(String column) {
    return optional(() -> value(result.getLong(column)));
  }

  /** Returns a number with a fraction that need not be exact. */
  public double real(String column) {
    return required(column, optionalReal(column));
  }

  public Optional<Double> optionalReal(String column) {
    return optional(() -> value(result.getDouble(column)));
  }

  public BigDecimal amount(String column) {
    return required(column, optionalAmount(column));
  }

  public Optional<BigDecimal> optionalAmount(String column) {
    return optional(() -> result.getBigDecimal(column));
  }

  /** Returns a truth value, or a number of which 0 is false and 1 is true. */
  public boolean flag(String column) {
    return required(column, optional(() -> value(result.getBoolean(column))));
  }

  /** Returns whether a column has a value. */
  public boolean has(String column) {
    return optionalText(column).isPresent();
  }

  /** Returns what was read last, or null if the column has no value. */
  private <T> @Nullable T value(T read) throws SQLException {
    return result.wasNull() ? null : read;
  }

  private static <T> Optional<T> optional(Column<T> column) {
    try {
      return Optional.ofNullable(column.value());
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  private static <T> T required(String column, Optional<T> value) {
    return value.orElseThrow(
        () -> new IllegalStateException("column %s must have a value".formatted(column)));
  }
}
