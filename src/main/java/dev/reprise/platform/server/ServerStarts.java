package dev.reprise.platform.server;

import static java.util.stream.Collectors.toUnmodifiableMap;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The starts of the servers on this database. Each sends a heartbeat every two seconds. All times
 * are the database's.
 */
@ApplicationScoped
public class ServerStarts {

  /** The time between two heartbeats of a start. */
  public static final Duration INTERVAL = Duration.ofSeconds(2);

  /** A start counts as alive if its last heartbeat is not older than this. */
  public static final Duration LATELY = INTERVAL.multipliedBy(3);

  /** For so long a server is expected back that was heard of and has not ended. */
  public static final Duration EXPECTED = Duration.ofHours(1);

  private static final int KEPT_DAYS = 90;

  private static final String HEARD_LATELY =
      "heard_at >= {fn TIMESTAMPADD(SQL_TSI_SECOND, -%d, CURRENT_TIMESTAMP)}"
          .formatted(LATELY.toSeconds());

  private static final String NAMESAKE =
      """
      SELECT heard_at FROM server_start
      WHERE name = ? AND id <> ? AND ended_at IS NULL AND %s ORDER BY heard_at DESC\
      """
          .formatted(HEARD_LATELY);

  private static final String LIFE =
      """
      SELECT id, started_at, heard_at, ended_at,
             CASE WHEN %s THEN 1 ELSE 0 END AS heard_lately
      FROM server_start WHERE id = ?\
      """
          .formatted(HEARD_LATELY);

  private static final String FORGET =
      """
      DELETE FROM server_start
      WHERE heard_at < {fn TIMESTAMPADD(SQL_TSI_DAY, -%d, CURRENT_TIMESTAMP)}\
      """
          .formatted(KEPT_DAYS);

  private static final String END_EARLIER =
      """
      UPDATE server_start SET ended_at = CURRENT_TIMESTAMP
      WHERE name = ? AND id <> ? AND ended_at IS NULL\
      """;

  private static final String ADD =
      """
      INSERT INTO server_start (id, name, version, places, processor_load, started_at, heard_at)
      VALUES (?, ?, ?, ?, ?, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)\
      """;

  private static final String HEAR =
      """
      UPDATE server_start SET heard_at = CURRENT_TIMESTAMP, processor_load = ?
      WHERE id = ? AND ended_at IS NULL\
      """;

  private static final String END =
      """
      UPDATE server_start SET heard_at = CURRENT_TIMESTAMP, ended_at = CURRENT_TIMESTAMP
      WHERE id = ? AND ended_at IS NULL\
      """;

  private static final String ALIVE =
      "SELECT DISTINCT name FROM server_start WHERE ended_at IS NULL AND %s ORDER BY name"
          .formatted(HEARD_LATELY);

  /** Of the last start of each name. A start that asks is heard of now. */
  private static final String KNOWN_SERVERS =
      """
      SELECT name, version, places, processor_load, CASE WHEN id = ? THEN 1 ELSE 0 END AS is_this,
             CASE WHEN id = ? THEN CURRENT_TIMESTAMP ELSE heard_at END AS heard_at,
             CASE WHEN ended_at IS NULL
                   AND heard_at >= {fn TIMESTAMPADD(SQL_TSI_MINUTE, -%d, CURRENT_TIMESTAMP)}
                  THEN 1 ELSE 0 END AS is_expected
      FROM server_start
      WHERE heard_at = (SELECT MAX(later.heard_at) FROM server_start later
                        WHERE later.name = server_start.name)\
      """
          .formatted(EXPECTED.toMinutes());

  private static final String KNOWN = "SELECT id FROM server_start WHERE name = ?";

  private final Database database;
  private final ServerIdentity server;

  @Inject
  public ServerStarts(Database database, ServerIdentity server) {
    this.database = database;
    this.server = server;
  }

  /** Returns the SQL condition that the start which a column names is alive. */
  public static String isAlive(String column) {
    return "EXISTS (SELECT 1 FROM server_start WHERE id = %s AND ended_at IS NULL AND %s)"
        .formatted(column, HEARD_LATELY);
  }

  /**
   * Records this start, and the end of all earlier starts of this server. Removes starts without a
   * heartbeat for 90 days.
   *
   * @param places how many runs this server works on at once
   */
  public void begin(int places) {
    database.together(
        statements -> {
          statements.update(END_EARLIER, server.name(), server.thisStart());
          statements.update(FORGET);
          ServerReport report = ServerReport.ofThisServer(places);
          return statements.update(
              ADD,
              server.thisStart(),
              server.name(),
              report.version(),
              report.places(),
              report.processorLoad());
        });
  }

  /**
   * Sends a heartbeat of this start.
   *
   * @return false if another start of a server of this name replaced it
   */
  public boolean tell() {
    return database.moves(HEAR, ServerReport.processorLoadNow(), server.thisStart());
  }

  /** Records the end of this start. */
  public void end() {
    database.update(END, server.thisStart());
  }

  /**
   * Returns the last heartbeat of another start of a server of this name, if it is recent and that
   * start has not ended.
   */
  public Optional<Instant> namesake() {
    return database.first(
        NAMESAKE, row -> row.instant("heard_at"), server.name(), server.thisStart());
  }

  /** Returns the names of the servers that are alive; on Derby, none after six seconds. */
  public List<String> alive() {
    return database.rows(ALIVE, row -> row.text("name"));
  }

  /** Returns the servers of the last 90 days, by their names. */
  public Map<String, KnownServer> known() {
    return database
        .rows(KNOWN_SERVERS, ServerStarts::server, server.thisStart(), server.thisStart())
        .stream()
        .collect(toUnmodifiableMap(KnownServer::name, it -> it, (one, other) -> other));
  }

  private static KnownServer server(Row row) {
    Optional<Integer> load =
        row.flag("is_this")
            ? ServerReport.processorLoadNow()
            : row.optionalInteger("processor_load");
    return new KnownServer(
        row.text("name"),
        row.instant("heard_at"),
        row.flag("is_expected"),
        new ServerReport(row.optionalText("version"), row.optionalInteger("places"), load));
  }

  /** Returns whether a server of this name has sent a heartbeat in the last 90 days. */
  public boolean isKnown(String name) {
    return database.single(it -> it.first(KNOWN, row -> row.text("id"), name).isPresent());
  }

  /**
   * Returns the state of a start; empty if the start is unknown, because its server had an earlier
   * version or it sent no heartbeat for 90 days.
   *
   * @param start the result of {@link ServerIdentity#thisStart} there
   */
  public Optional<ServerLife> life(String start) {
    return database.first(LIFE, this::life, start);
  }

  private ServerLife life(Row row) {
    Optional<Instant> ended = row.optionalInstant("ended_at");
    boolean isThis = row.text("id").equals(server.thisStart());
    if (ended.isPresent() && !isThis) {
      return new ServerLife(ServerLife.Status.DEAD, ended.get());
    }
    return isThis || row.flag("heard_lately")
        ? new ServerLife(ServerLife.Status.ALIVE, row.instant("started_at"))
        : new ServerLife(ServerLife.Status.SILENT, row.instant("heard_at"));
  }
}
