package dev.reprise.cli.database;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/** The JDBC drivers, which are not in the jar of the command line but in the packed server. */
final class JdbcDrivers {

  /** Of what Flyway does, the commands say the outcome. */
  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

  private JdbcDrivers() {}

  /**
   * Returns a database, to which nothing is connected yet.
   *
   * @throws IllegalArgumentException if no driver takes the URL; says where it belongs
   */
  static DataSource dataSource(String url, @Nullable String user, @Nullable String password) {
    try {
      DriverManager.getDriver(url);
    } catch (SQLException e) {
      throw new IllegalArgumentException(
          "there is no JDBC driver for %s: use bin/reprise of the packed server, which has them in usr/servers/reprise/drivers, or java -cp 'reprise-cli.jar:DRIVERS/*' dev.reprise.cli.Launcher"
              .formatted(url.replaceFirst("[?;].*", "")),
          e);
    }
    FLYWAY.setLevel(Level.WARNING);
    return Flyway.configure().dataSource(url, user, password).getDataSource();
  }
}
