package dev.reprise.operations.maintenance;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.server.KnownServer;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.platform.server.ServerStarts;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which servers there are, and how many runs each holds or is about to start. */
@ApplicationScoped
public class HeldRunCounts {

  private static final String COUNT =
      """
      SELECT owner, COUNT(*) AS held FROM run --DERBY-PROPERTIES index=run_turn
      WHERE status IN ('QUEUED', 'RUNNING') AND owner IS NOT NULL AND (tenant = ? OR ? = 1)
      GROUP BY owner\
      """;

  private final Database database;
  private final ServerStarts starts;
  private final ServerIdentity server;

  private record Held(String server, long runs) {}

  @Inject
  public HeldRunCounts(Database database, ServerStarts starts, ServerIdentity server) {
    this.database = database;
    this.starts = starts;
    this.server = server;
  }

  /**
   * Returns the runs of a tenant by the name of the server that holds them. Servers that are up, or
   * are expected back, are listed even if they hold none.
   *
   * @throws DatabaseException if the database fails
   */
  public SortedMap<String, Long> of(String tenant) {
    return count(tenant, 0);
  }

  /** Returns the runs of all tenants, like {@link #of}. */
  public SortedMap<String, Long> ofAllTenants() {
    return count("", 1);
  }

  /**
   * Returns the names of the servers that are up.
   *
   * @throws DatabaseException if the database fails
   */
  public SortedSet<String> up() {
    var up = new TreeSet<>(starts.alive());
    up.add(server.name());
    return up;
  }

  /**
   * Returns the servers of the last 90 days, by their names.
   *
   * @throws DatabaseException if the database fails
   */
  public Map<String, KnownServer> known() {
    return starts.known();
  }

  private SortedMap<String, Long> count(String tenant, int isOfAll) {
    SortedMap<String, Long> counts = new TreeMap<>();
    up().forEach(name -> counts.put(name, 0L));
    known().values().stream()
        .filter(KnownServer::isExpected)
        .forEach(missed -> counts.put(missed.name(), 0L));
    database
        .rows(
            COUNT,
            row -> new Held(ServerIdentity.nameOf(row.text("owner")), row.number("held")),
            tenant,
            isOfAll)
        .forEach(held -> counts.merge(held.server(), held.runs(), Long::sum));
    return counts;
  }

  /**
   * Returns whether a server of this name was up in the last 90 days.
   *
   * @throws DatabaseException if the database fails
   */
  public boolean isServer(String name) {
    return starts.isKnown(name);
  }
}
