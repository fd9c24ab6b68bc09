package dev.reprise.platform.jdbc;

import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The parameters that an operator adds to the URL of the database. The driver of PostgreSQL ignores
 * what it does not know, so a mistyped {@code sslmode} would turn the check of the certificate off
 * unseen. Tested by {@code DatabaseParametersTest}.
 */
public final class DatabaseParameters {

  /** What is allowed, in words. */
  public static final String ALLOWED =
      "`name=value`, joined by `&`: those that begin with `ssl` as the driver spells them, and none"
          + " that the server sets itself";

  private static final Pattern PARAMETER = Pattern.compile("(\\w+)=[^&]*");

  /** All that the driver knows and that begin so. */
  static final Set<String> TLS =
      Set.of(
          "ssl",
          "sslcert",
          "sslfactory",
          "sslfactoryarg",
          "sslhostnameverifier",
          "sslkey",
          "sslmode",
          "sslNegotiation",
          "sslpassword",
          "sslpasswordcallback",
          "sslResponseTimeout",
          "sslrootcert");

  private static final Set<String> OF_THE_SERVER =
      Set.of("ApplicationName", "password", "stringtype", "targetServerType", "user");

  private DatabaseParameters() {}

  /** Returns whether these are parameters that may be added. */
  public static boolean areAllowed(String text) {
    return Arrays.stream(text.split("&", -1)).allMatch(DatabaseParameters::isAllowed);
  }

  private static boolean isAllowed(String parameter) {
    var matcher = PARAMETER.matcher(parameter);
    if (!matcher.matches()) {
      return false;
    }
    String name = matcher.group(1);
    return !OF_THE_SERVER.contains(name)
        && (TLS.contains(name) || !name.regionMatches(true, 0, "ssl", 0, 3));
  }
}
