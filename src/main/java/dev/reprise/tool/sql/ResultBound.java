package dev.reprise.tool.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether a connection to PostgreSQL limits how much of a result its driver loads into memory. A
 * driver reads whole rows, and a value in PostgreSQL can have up to 1 GB.
 *
 * <p>The driver itself reports the limit: a connection's URL contains all properties of its data
 * source. That is plain JDBC, works through any pool, and needs no class of the driver.
 */
public final class ResultBound {

  public static final String PROPERTY = "maxResultBuffer";

  private static final Pattern SET = Pattern.compile("[?&]" + PROPERTY + "=0*[1-9]");

  private ResultBound() {}

  public static boolean isSet(Connection connection) throws SQLException {
    return Optional.ofNullable(connection.getMetaData().getURL())
        .filter(url -> SET.matcher(url).find())
        .isPresent();
  }
}
