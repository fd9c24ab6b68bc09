package dev.reprise.platform;

import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The starts of the servers on this database, each of which tells of itself every two seconds. All
 * times are the database's.
 */
@ApplicationScoped
public class ServerStarts {

  /** How often a start tells of itself. */
  public static final Duration INTERVAL = Duration.ofSeconds(2);

  /** One of which was heard so lately is alive, as far as anybody can tell. */
  public static final Duration LATELY = INTERVAL.multipliedBy(3);

  private static final int KEPT_DAYS = 90;

  private static final String HEARD_LATELY =
      "heard_at >= {fn TIMESTAMPADD(SQL_TSI_SECOND, -%d, CURRENT_TIMESTAMP)}"
          .formatted(LATELY.toSeconds());

  private static final String NAMESAKE =
      """
      SELECT heard_at FROM server_start
      WHERE name = ? AND id <> ? AND ended_at IS NULL AND %s ORDER BY heard_at DESC"""
          .formatted(HEARD_LATELY);

  private static final String LIFE =
      """
      SELECT id, started_at, heard_at, ended_at,
             CASE WHEN %s THEN 1 ELSE 0 END AS heard_lately
      FROM server_start WHERE id = ?"""
          .formatted(HEARD_LATELY);

  private static final String FORGET =
      """
      DELETE FROM server_start
      WHERE heard_at < {fn TIMESTAMPADD(SQL_TSI_DAY, -%d, CURRENT_TIMESTAMP)}"""
          .formatted(KEPT_DAYS);

  private static final String END_EARLIER =
      """
      UPDATE server_start SET ended_at = CURRENT_TIMESTAMP
      WHERE name = ? AND id <> ? AND ended_at IS NULL""";

  private static final String ADD =
      """
      INSERT INTO server_start (id, name, started_at, heard_at)
      VALUES (?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)""";

  private static final String HEAR =
      "UPDATE server_start SET heard_at = CURRENT_TIMESTAMP WHERE id = ? AND ended_at IS NULL";

  private static final String END =
      """
      UPDATE server_start SET heard_at = CURRENT_TIMESTAMP, ended_at = CURRENT_TIMESTAMP
      WHERE id = ? AND ended_at IS NULL""";

  private DataSource database;
  private ServerIdentity server;

  /** For the container's proxy. */
  @SuppressWarnings("NullAway.Init")
  ServerStarts() {}

  @Inject
  public ServerStarts(DataSource database, ServerIdentity server) {
    this.database = database;
    this.server = server;
  }

  /**
   * Notes this start, and that those before it have ended; forgets those of which nothing was heard
   * for 90 days.
   */
  public void begin() throws SQLException {
    JdbcTransaction.with(
        database,
        statements -> {
          statements.update(END_EARLIER, server.name(), server.thisStart());
          statements.update(FORGET);
          return statements.update(ADD, server.thisStart(), server.name());
        });
  }

  /**
   * Tells that this start is alive.
   *
   * @return false if another start of a server of this name has taken its place
   */
  public boolean tell() throws SQLException {
    return JdbcTransaction.single(database, it -> it.moves(HEAR, server.thisStart()));
  }

  /** Notes that this start ends. */
  public void end() throws SQLException {
    JdbcTransaction.single(database, it -> it.update(END, server.thisStart()));
  }

  /**
   * Returns when another start of a server of this name was last heard of, if that was lately and
   * it has not ended.
   */
  public Optional<Instant> namesake() throws SQLException {
    return JdbcTransaction.single(
        database,
        it ->
            it.first(
                NAMESAKE,
                row -> row.getTimestamp("heard_at").toInstant(),
                server.name(),
                server.thisStart()));
  }

  /**
   * Returns what is known of a start.
   *
   * @param start as {@link ServerIdentity#thisStart} named it; empty is returned for one that is
   *     not known, because it had an earlier version or nothing was heard of it for 90 days
   */
  public Optional<ServerLife> life(String start) throws SQLException {
    return JdbcTransaction.single(database, it -> it.first(LIFE, this::life, start));
  }

  private ServerLife life(ResultSet row) throws SQLException {
    Optional<Timestamp> ended = Optional.ofNullable(row.getTimestamp("ended_at"));
    boolean isThis = row.getString("id").equals(server.thisStart());
    if (ended.isPresent() && !isThis) {
      return new ServerLife(ServerLife.Standing.DEAD, ended.get().toInstant());
    }
    return isThis || row.getBoolean("heard_lately")
        ? new ServerLife(ServerLife.Standing.ALIVE, row.getTimestamp("started_at").toInstant())
        : new ServerLife(ServerLife.Standing.SILENT, row.getTimestamp("heard_at").toInstant());
  }
}
