package dev.reprise.cli.database;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a column are read, in the same form from Derby and PostgreSQL, and written to
 * PostgreSQL. Tested by {@code DatabaseCopyTest}.
 */
enum ColumnType {
  TEXT {
    @Override
    @Nullable Object value(ResultSet row, int column) throws SQLException {
      return row.getMetaData().getColumnType(column) == Types.BLOB
          ? text(row.getBytes(column))
          : row.getString(column);
    }

    /** A payload, of which Derby has the bytes. */
    private static @Nullable String text(byte @Nullable [] bytes) throws SQLException {
      try {
        return bytes == null
            ? null
            : StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      } catch (CharacterCodingException e) {
        throw new SQLException("a payload is not UTF-8", e);
      }
    }
  },
  BYTES {
    @Override
    @Nullable Object value(ResultSet row, int column) throws SQLException {
      return row.getBytes(column);
    }
  },
  /** PostgreSQL keeps microseconds. */
  TIME {
    @Override
    @Nullable Object value(ResultSet row, int column) throws SQLException {
      Timestamp time = row.getTimestamp(column, utc());
      return time == null ? null : time.toInstant().truncatedTo(ChronoUnit.MICROS);
    }

    @Override
    void set(PreparedStatement statement, int parameter, Object value) throws SQLException {
      statement.setTimestamp(parameter, Timestamp.from((Instant) value), utc());
    }

    private static Calendar utc() {
      return Calendar.getInstance(TimeZone.getTimeZone(ZoneOffset.UTC), Locale.ROOT);
    }
  },
  DATE {
    @Override
    @Nullable Object value(ResultSet row, int column) throws SQLException {
      Date date = row.getDate(column);
      return date == null ? null : date.toLocalDate();
    }
  },
  BOOLEAN {
    @Override
    @Nullable Object value(ResultSet row, int column) throws SQLException {
      boolean value = row.getBoolean(column);
      return row.wasNull() ? null : value;
    }
  },
  INTEGER {
    @Override
    @Nullable Object value(ResultSet row, int column) throws SQLException {
      long value = row.getLong(column);
      return row.wasNull() ? null : value;
    }
  },
  DOUBLE {
    @Override
    @Nullable Object value(ResultSet row, int column) throws SQLException {
      double value = row.getDouble(column);
      return row.wasNull() ? null : value;
    }
  },
  DECIMAL {
    @Override
    @Nullable Object value(ResultSet row, int column) throws SQLException {
      BigDecimal value = row.getBigDecimal(column);
      return value == null ? null : value.stripTrailingZeros();
    }
  };

  /**
   * Returns the type of a column.
   *
   * @param name what PostgreSQL calls it
   * @throws IllegalArgumentException if no table of the product has such columns
   */
  static ColumnType of(String name) {
    return switch (name) {
      case "uuid", "varchar", "bpchar", "text" -> TEXT;
      case "bytea" -> BYTES;
      case "timestamp", "timestamptz" -> TIME;
      case "date" -> DATE;
      case "bool" -> BOOLEAN;
      case "int2", "int4", "int8" -> INTEGER;
      case "float8" -> DOUBLE;
      case "numeric" -> DECIMAL;
      default ->
          throw new IllegalArgumentException("columns of type %s are not copied".formatted(name));
    };
  }

  /** Returns the value in a column of the present row, numbered from 1. */
  abstract @Nullable Object value(ResultSet row, int column) throws SQLException;

  /** Sets a parameter of a statement of PostgreSQL. */
  void set(PreparedStatement statement, int parameter, Object value) throws SQLException {
    statement.setObject(parameter, value);
  }
}
