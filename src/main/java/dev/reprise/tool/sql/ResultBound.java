package dev.reprise.tool.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whether a connection to PostgreSQL bounds how much of a result its driver takes into memory. A
 * driver reads rows whole, and PostgreSQL makes values of up to 1 GB.
 *
 * <p>The driver says it itself: the URL of a connection has all that a data source was configured
 * with. That is plain JDBC, through whatever pool, and needs no class of the driver.
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
