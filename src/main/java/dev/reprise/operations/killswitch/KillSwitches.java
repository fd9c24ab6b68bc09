package dev.reprise.operations.killswitch;

import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.platform.MonotonicClock;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.RecentRows;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * The kill switches that are set. Each server reads them as {@link RecentRows} does, so that a
 * switch counts everywhere within a second.
 */
@ApplicationScoped
public class KillSwitches {

  private static final String SELECT =
      "SELECT id, tenant, kind, name, set_by, reason, set_at FROM kill_switch ORDER BY set_at, id";
  private static final String INSERT =
      """
      INSERT INTO kill_switch (id, tenant, kind, name, set_by, reason, set_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)\
      """;
  private static final String DELETE = "DELETE FROM kill_switch WHERE id = ?";

  private final DataSource database;
  private final RecentRows<KillSwitch> known;

  @Inject
  public KillSwitches(DataSource database, MonotonicClock clock) {
    this.database = database;
    this.known = new RecentRows<>("kill switches", database, clock, KillSwitches::all);
  }

  /** Returns the switch that keeps runs of an agent from being submitted. */
  public Optional<KillSwitch> onSubmission(String tenant, String agent) {
    return first(tenant, it -> it.stops(Kind.SUBMISSIONS, "") || isOfAgentOrTenant(it, agent));
  }

  /** Returns the switch that keeps runs of an agent from calling a model. */
  public Optional<KillSwitch> onModelCall(String tenant, String agent) {
    return first(tenant, it -> it.stops(Kind.MODEL_CALLS, "") || isOfAgentOrTenant(it, agent));
  }

  /** Returns the switch that keeps runs of an agent from calling a tool. */
  public Optional<KillSwitch> onToolCall(
      String tenant, String agent, String tool, boolean isDangerous) {
    return first(
        tenant,
        it ->
            it.stops(Kind.TOOL, tool)
                || (isDangerous && it.stops(Kind.DANGEROUS_TOOLS, ""))
                || isOfAgentOrTenant(it, agent));
  }

  private static boolean isOfAgentOrTenant(KillSwitch it, String agent) {
    return it.stops(Kind.AGENT, agent) || it.stops(Kind.TENANT, "");
  }

  private Optional<KillSwitch> first(String tenant, Predicate<KillSwitch> stops) {
    List<KillSwitch> set = known.get();
    return set.isEmpty() // as nearly always, before each call of a model or tool
        ? Optional.empty()
        : set.stream().filter(it -> it.isOf(tenant)).filter(stops).findFirst();
  }

  /**
   * Returns all switches that are set, the oldest first.
   *
   * @throws KillSwitchesUnavailableException if the database fails
   */
  public List<KillSwitch> all() {
    return in(KillSwitches::all);
  }

  private static List<KillSwitch> all(JdbcTransaction statements) throws SQLException {
    return statements.rows(SELECT, KillSwitches::read);
  }

  /**
   * Sets a switch; it counts on this server at once.
   *
   * @throws KillSwitchesUnavailableException if the database fails
   */
  public void set(KillSwitch it) {
    in(
        statements ->
            statements.update(
                INSERT,
                it.id(),
                it.tenant(),
                it.kind().name(),
                it.name(),
                it.by(),
                it.reason(),
                Timestamp.from(it.at())));
    known.forget();
  }

  /**
   * Releases a switch; false if it was not set.
   *
   * @throws KillSwitchesUnavailableException if the database fails
   */
  public boolean release(UUID id) {
    boolean isReleased = in(statements -> statements.moves(DELETE, id));
    known.forget();
    return isReleased;
  }

  private <T> T in(JdbcTransaction.Work<T> work) {
    try {
      return JdbcTransaction.single(database, work);
    } catch (SQLException e) {
      throw new KillSwitchesUnavailableException(e);
    }
  }

  private static KillSwitch read(ResultSet row) throws SQLException {
    return new KillSwitch(
        UUID.fromString(row.getString("id")),
        row.getString("tenant"),
        Kind.valueOf(row.getString("kind")),
        row.getString("name"),
        row.getString("set_by"),
        row.getString("reason"),
        row.getTimestamp("set_at").toInstant());
  }
}
