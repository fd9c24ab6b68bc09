package dev.reprise.operations.maintenance;

import dev.reprise.platform.MonotonicClock;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.RecentRows;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.server.ServerIdentity;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;

/**
 * Which servers are in maintenance. It is stored, so it outlasts restarts. Each server reads it as
 * {@link RecentRows} does, and so follows it within a second.
 */
@ApplicationScoped
public class MaintenanceMode {

  private static final Setting<Boolean> AT_START =
      Setting.of("reprise.maintenance.at-start", SettingType.flag(), "false")
          .means(
              "whether each start of this server puts it into maintenance before it takes a run, as"
                  + " after a restore of the database");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("the-engine", AT_START);
    }
  }

  private static final String SELECT =
      "SELECT id, server, set_by, reason, set_at FROM maintenance ORDER BY set_at, id";
  private static final String INSERT =
      "INSERT INTO maintenance (id, server, set_by, reason, set_at) VALUES (?, ?, ?, ?, ?)";
  private static final String DELETE = "DELETE FROM maintenance WHERE id = ?";

  private final Database database;
  private final ServerIdentity server;
  private final boolean isAtStart;
  private final RecentRows<List<Maintenance>> known;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not valid; names its property
   */
  @Inject
  MaintenanceMode(Database database, MonotonicClock clock, ServerIdentity server, Config config) {
    this(database, clock, server, AT_START.get(config));
  }

  MaintenanceMode(
      Database database, MonotonicClock clock, ServerIdentity server, boolean isAtStart) {
    this.database = database;
    this.server = server;
    this.isAtStart = isAtStart;
    this.known =
        new RecentRows<>(
            "maintenance of servers", database, clock, List.of(), MaintenanceMode::select);
  }

  /**
   * Puts this server into maintenance if it is to start so, unless it is in one already. To be
   * called before it takes a run.
   *
   * @throws DatabaseException if the database fails
   */
  public void begin(Instant now) {
    if (isAtStart && all().stream().noneMatch(it -> it.concerns(server.name()))) {
      start(
          new Maintenance(
              UUID.randomUUID(), server.name(), "configuration", AT_START.name() + "=true", now));
    }
  }

  /** Returns whether this server is in maintenance. */
  public boolean isOn() {
    return here().isPresent();
  }

  /** Returns the maintenance of this server, the oldest if there are several. */
  public Optional<Maintenance> here() {
    return known.get().stream().filter(it -> it.concerns(server.name())).findFirst();
  }

  /**
   * Returns all that is not ended, the oldest first.
   *
   * @throws DatabaseException if the database fails
   */
  public List<Maintenance> all() {
    return database.single(MaintenanceMode::select);
  }

  /**
   * Starts a maintenance; this server follows it at once.
   *
   * @throws DatabaseException if the database fails
   */
  public void start(Maintenance it) {
    database.update(INSERT, it.id(), it.server(), it.by(), it.reason(), it.at());
    known.forget();
  }

  /**
   * Ends a maintenance; false if there is none of this id.
   *
   * @throws DatabaseException if the database fails
   */
  public boolean end(UUID id) {
    boolean hasEnded = database.moves(DELETE, id);
    known.forget();
    return hasEnded;
  }

  private static List<Maintenance> select(JdbcTransaction statements) {
    return statements.rows(SELECT, MaintenanceMode::read);
  }

  private static Maintenance read(Row row) {
    return new Maintenance(
        row.id("id"),
        row.text("server"),
        row.text("set_by"),
        row.text("reason"),
        row.instant("set_at"));
  }
}
