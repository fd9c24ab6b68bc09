package dev.reprise.artifact.store;

import dev.reprise.artifact.KillSwitches;
import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The kill switches of each tenant. Every read is of the database, so that a change acts at once.
 */
@ApplicationScoped
public class SwitchStore {

  private static final String SELECT = "SELECT * FROM artifact_switch WHERE tenant = ?";
  private static final String UPDATE =
      """
      UPDATE artifact_switch SET read_off = ?, repair_off = ?, generate_only = ?,
        changed_by = ?, reason = ?, changed_at = ?
      WHERE tenant = ?\
      """;
  private static final String INSERT =
      """
      INSERT INTO artifact_switch
        (read_off, repair_off, generate_only, changed_by, reason, changed_at, tenant)
      VALUES (?, ?, ?, ?, ?, ?, ?)\
      """;

  private final DataSource database;

  @Inject
  public SwitchStore(DataSource database) {
    this.database = database;
  }

  /**
   * The switches as somebody has set them.
   *
   * @param reason in words
   */
  public record Setting(KillSwitches switches, String by, String reason, Instant at) {}

  /**
   * Returns how the switches of a tenant are set now; empty if nobody has set them.
   *
   * @throws SQLException if the database fails
   */
  public Optional<Setting> find(String tenant) throws SQLException {
    return JdbcTransaction.single(
        database, transaction -> transaction.first(SELECT, SwitchStore::read, tenant));
  }

  /**
   * Returns the switches of a tenant now.
   *
   * @throws SQLException if the database fails
   */
  public KillSwitches now(String tenant) throws SQLException {
    return find(tenant).map(Setting::switches).orElse(KillSwitches.NONE);
  }

  /**
   * Sets the switches of a tenant.
   *
   * @throws SQLException if the database fails; also if another admin sets them for the first time
   *     at the same moment
   */
  public void set(String tenant, Setting setting) throws SQLException {
    KillSwitches switches = setting.switches();
    Object[] values = {
      switches.readOff(),
      switches.repairOff(),
      switches.generateOnly(),
      setting.by(),
      setting.reason(),
      Timestamp.from(setting.at()),
      tenant
    };
    JdbcTransaction.with(
        database,
        transaction -> transaction.moves(UPDATE, values) || transaction.moves(INSERT, values));
  }

  private static Setting read(ResultSet row) throws SQLException {
    return new Setting(
        new KillSwitches(
            row.getBoolean("read_off"),
            row.getBoolean("repair_off"),
            row.getBoolean("generate_only")),
        row.getString("changed_by"),
        row.getString("reason"),
        row.getTimestamp("changed_at").toInstant());
  }
}
