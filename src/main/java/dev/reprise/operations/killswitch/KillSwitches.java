package dev.reprise.operations.killswitch;

import dev.reprise.operations.killswitch.KillSwitch.Kind;
import dev.reprise.operations.killswitch.SwitchIndex.What;
import dev.reprise.platform.MonotonicClock;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.RecentRows;
import dev.reprise.platform.jdbc.Row;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The kill switches that are set. Each server reads them as {@link RecentRows} does, so that a
 * switch counts everywhere within a second.
 */
@ApplicationScoped
public class KillSwitches {

  /** How long it takes at most until each server knows that a switch was set or released. */
  public static final Duration KNOWN_WITHIN = Duration.ofSeconds(1);

  /** How many switches a tenant may have; as many count for all tenants. */
  public static final int MAX_OF_TENANT = 200;

  private static final String SELECT =
      "SELECT id, tenant, kind, name, set_by, reason, set_at FROM kill_switch ";
  private static final String ALL = SELECT + "ORDER BY set_at, id";
  private static final String FIND = SELECT + "WHERE id = ?";
  private static final String COUNT =
      "SELECT COUNT(*) AS switches FROM kill_switch WHERE tenant = ?";
  private static final String INSERT =
      """
      INSERT INTO kill_switch (id, tenant, kind, name, set_by, reason, set_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)\
      """;
  private static final String DELETE = "DELETE FROM kill_switch WHERE id = ?";

  private final Database database;
  private final RecentRows<SwitchIndex> known;

  @Inject
  public KillSwitches(Database database, MonotonicClock clock) {
    this.database = database;
    this.known =
        new RecentRows<>(
            "kill switches",
            database,
            clock,
            SwitchIndex.NONE,
            statements -> SwitchIndex.of(statements.rows(ALL, KillSwitches::read)));
  }

  /** Returns the switch that keeps runs of an agent from being submitted. */
  public Optional<KillSwitch> onSubmission(String tenant, String agent) {
    return first(tenant, agent, Stream.of(new What(Kind.SUBMISSIONS, "")));
  }

  /** Returns the switch that keeps runs of an agent from calling a model. */
  public Optional<KillSwitch> onModelCall(String tenant, String agent) {
    return first(tenant, agent, Stream.of(new What(Kind.MODEL_CALLS, "")));
  }

  /** Returns the switch that keeps runs of an agent from calling a tool. */
  public Optional<KillSwitch> onToolCall(
      String tenant, String agent, String tool, boolean isDangerous) {
    return first(tenant, agent, tools(tool, isDangerous));
  }

  /** Returns the switch that keeps all runs of a tenant from calling a tool. */
  public Optional<KillSwitch> onTool(String tenant, String tool, boolean isDangerous) {
    return known.get().first(tenant, tools(tool, isDangerous));
  }

  /** Returns the switch that keeps runs of an agent from calling anything. */
  public Optional<KillSwitch> onAgent(String tenant, String agent) {
    return first(tenant, agent, Stream.of());
  }

  /** Returns the switch that keeps stored code of generated tools from running. */
  public Optional<KillSwitch> onStoredCode(String tenant) {
    return known.get().first(tenant, codeUses(Kind.STORED_CODE));
  }

  /** Returns the switch that keeps code of generated tools from being repaired. */
  public Optional<KillSwitch> onCodeRepair(String tenant) {
    return known.get().first(tenant, codeUses(Kind.CODE_REPAIRS));
  }

  private static Stream<What> codeUses(Kind kind) {
    return Stream.of(new What(kind, ""), new What(Kind.CODE_REUSE, ""));
  }

  private static Stream<What> tools(String tool, boolean isDangerous) {
    var named = new What(Kind.TOOL, tool);
    return isDangerous ? Stream.of(named, new What(Kind.DANGEROUS_TOOLS, "")) : Stream.of(named);
  }

  private Optional<KillSwitch> first(String tenant, String agent, Stream<What> whats) {
    Stream<What> always = Stream.of(new What(Kind.AGENT, agent), new What(Kind.TENANT, ""));
    return known.get().first(tenant, Stream.concat(whats, always));
  }

  /**
   * A place in the list.
   *
   * @param at when the switch before it was set
   * @param id the id of that switch
   */
  public record Place(Instant at, UUID id) {}

  /**
   * Returns a page of the switches that are set, the oldest first.
   *
   * @param tenant whose switches, with those of all tenants; empty for the switches of each tenant
   * @param after the last one of the page before
   * @throws DatabaseException if the database fails
   */
  public List<KillSwitch> list(Optional<String> tenant, Optional<Place> after, int limit) {
    List<String> conditions = new ArrayList<>();
    List<Object> parameters = new ArrayList<>();
    tenant.ifPresent(
        it -> {
          conditions.add("(tenant = ? OR tenant = ?)");
          parameters.addAll(List.of(it, KillSwitch.ALL));
        });
    after.ifPresent(
        it -> {
          conditions.add("(set_at > ? OR (set_at = ? AND id > ?))");
          Instant at = it.at();
          parameters.addAll(List.of(at, at, it.id()));
        });
    String where = conditions.isEmpty() ? "" : "WHERE " + String.join(" AND ", conditions);
    String sql = SELECT + "%s ORDER BY set_at, id FETCH FIRST %d ROWS ONLY".formatted(where, limit);
    return database.rows(sql, KillSwitches::read, parameters.toArray());
  }

  /**
   * Returns a switch that is set.
   *
   * @throws DatabaseException if the database fails
   */
  public Optional<KillSwitch> find(UUID id) {
    return database.first(FIND, KillSwitches::read, id);
  }

  /**
   * Sets a switch; it counts on this server at once.
   *
   * @throws TooManyKillSwitchesException if its tenant has as many as it may. Of several that are
   *     set at the same time, each may be the last one.
   * @throws DatabaseException if the database fails
   */
  public void set(KillSwitch it) {
    database.single(
        statements -> {
          long present = statements.number(COUNT, it.tenant());
          if (present >= MAX_OF_TENANT) {
            throw new TooManyKillSwitchesException(it.tenant());
          }
          return statements.update(
              INSERT,
              it.id(),
              it.tenant(),
              it.kind().name(),
              it.name(),
              it.by(),
              it.reason(),
              it.at());
        });
    known.forget();
  }

  /**
   * Releases a switch; false if it was not set.
   *
   * @throws DatabaseException if the database fails
   */
  public boolean release(UUID id) {
    boolean isReleased = database.moves(DELETE, id);
    known.forget();
    return isReleased;
  }

  private static KillSwitch read(Row row) {
    return new KillSwitch(
        row.id("id"),
        row.text("tenant"),
        row.constant(Kind.class, "kind"),
        row.text("name"),
        row.text("set_by"),
        row.text("reason"),
        row.instant("set_at"));
  }
}
