package dev.reprise.cli.database;

import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SchemaException;
import dev.reprise.platform.jdbc.SchemaMigration;
import dev.reprise.platform.jdbc.SchemaState;
import dev.reprise.platform.jdbc.SqlErrors;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.stream.StreamSupport;
import javax.sql.DataSource;

/**
 * The Derby database of a stopped server, booted in this process until it is closed. Tested by
 * {@code DatabaseCopyTest}.
 */
public final class DerbyDirectory implements AutoCloseable {

  /** Where Derby writes its log: nowhere, for its errors are in its exceptions. */
  public static final OutputStream LOG = OutputStream.nullOutputStream();

  /** Derby cannot boot a database, of which another process has booted it already. */
  private static final String IN_USE = "XSDB6";

  private final String url;
  private final DataSource database;

  private DerbyDirectory(String url, DataSource database) {
    this.url = url;
    this.database = database;
  }

  /**
   * Boots the database.
   *
   * @param directory the {@code REPRISE_DATA_DIR} of the server
   * @throws IllegalArgumentException if there is none, or its server still runs
   * @throws SchemaException if its schema is not this version's
   */
  public static DerbyDirectory open(Path directory) {
    Path place = directory.resolve("reprise");
    if (!Files.exists(place.resolve("service.properties"))) {
      throw new IllegalArgumentException(
          "there is no Derby database %s: name the REPRISE_DATA_DIR of the stopped server"
              .formatted(place));
    }
    System.setProperty("derby.stream.error.field", DerbyDirectory.class.getName() + ".LOG");
    String url = "jdbc:derby:" + place;
    var opened = new DerbyDirectory(url, JdbcDrivers.dataSource(url, null, null));
    try {
      DriverManager.getConnection(url).close(); // which boots it
    } catch (SQLException e) {
      throw isInUse(e)
          ? new IllegalArgumentException(
              "a server uses the Derby database %s: stop it first".formatted(place), e)
          : new DatabaseException(e);
    }
    opened.requireCurrent(place);
    return opened;
  }

  private void requireCurrent(Path place) {
    SchemaState state = SchemaMigration.state(database);
    if (!state.isCurrent()) {
      close();
      throw new SchemaException(
          "%s: %s; copy with the version of its server".formatted(place, state.summary()));
    }
  }

  private static boolean isInUse(SQLException failure) {
    return StreamSupport.stream(failure.spliterator(), false)
        .filter(SQLException.class::isInstance)
        .map(SQLException.class::cast)
        .anyMatch(it -> SqlErrors.state(it).equals(IN_USE));
  }

  public DataSource database() {
    return database;
  }

  /** Shuts the database down, so that another process can boot it. */
  @Override
  public void close() {
    try (Connection none = DriverManager.getConnection(url + ";shutdown=true")) {
      throw new IllegalStateException("Derby must say that it has shut down: " + none);
    } catch (SQLException e) {
      if (!SqlErrors.isConnectionLost(e)) { // 08006: it has shut down
        throw new DatabaseException(e);
      }
    }
  }
}
