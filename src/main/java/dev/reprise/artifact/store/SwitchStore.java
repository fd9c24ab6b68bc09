package dev.reprise.artifact.store;

import dev.reprise.artifact.KillSwitches;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The kill switches of each tenant. Every read is of the database, so that a change acts at once.
 * Each setting is kept, and the newest counts.
 */
@ApplicationScoped
public class SwitchStore {

  /** How many settings of a tenant are shown, at most. */
  public static final int SHOWN = 100;

  private static final String NEWEST =
      "SELECT * FROM artifact_switch_setting WHERE tenant = ? ORDER BY id DESC"
          + " FETCH FIRST ? ROWS ONLY";

  private final Database database;

  @Inject
  public SwitchStore(Database database) {
    this.database = database;
  }

  /**
   * The switches as an admin has set them.
   *
   * @param reason in words
   */
  public record Setting(KillSwitches switches, String by, String reason, Instant at) {}

  /**
   * Returns how the switches of a tenant are set now; empty if they were never set.
   *
   * @throws DatabaseException if the database fails
   */
  public Optional<Setting> find(String tenant) {
    return newest(tenant, 1).stream().findFirst();
  }

  /**
   * Returns how the switches of a tenant were set, the newest first; at most {@value #SHOWN}.
   *
   * @throws DatabaseException if the database fails
   */
  public List<Setting> settings(String tenant) {
    return newest(tenant, SHOWN);
  }

  private List<Setting> newest(String tenant, int limit) {
    return database.rows(NEWEST, SwitchStore::read, tenant, limit);
  }

  /**
   * Returns the switches of a tenant now.
   *
   * @throws DatabaseException if the database fails
   */
  public KillSwitches now(String tenant) {
    return find(tenant).map(Setting::switches).orElse(KillSwitches.NONE);
  }

  /**
   * Sets the switches of a tenant.
   *
   * @throws DatabaseException if the database fails
   */
  public void set(String tenant, Setting setting) {
    KillSwitches switches = setting.switches();
    RowValues row =
        RowValues.of("artifact_switch_setting")
            .set("tenant", tenant)
            .set("read_off", switches.readOff())
            .set("repair_off", switches.repairOff())
            .set("generate_only", switches.generateOnly())
            .set("changed_by", setting.by())
            .set("reason", setting.reason())
            .set("changed_at", setting.at());
    database.single(it -> it.insert(row));
  }

  private static Setting read(Row row) {
    return new Setting(
        new KillSwitches(row.flag("read_off"), row.flag("repair_off"), row.flag("generate_only")),
        row.text("changed_by"),
        row.text("reason"),
        row.instant("changed_at"));
  }
}
