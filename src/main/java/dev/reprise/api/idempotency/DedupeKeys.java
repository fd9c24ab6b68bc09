package dev.reprise.api.idempotency;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SqlErrors;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;

/**
 * The keys of the last submissions that have one, in the database of all servers.
 *
 * <p>A key is taken before its run is created. If a server is lost in between, the next submission
 * with the key creates the run under the same id. Tested by {@code DedupeKeyIT}.
 */
@ApplicationScoped
public class DedupeKeys {

  private static final Setting<Duration> KEPT =
      Setting.of("reprise.dedupe.within", SettingType.duration("PT1S", "P365D"), "PT24H")
          .means(
              "how long a submission with a `dedupeKey` finds the run that the first one with it"
                  + " has started");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", KEPT);
    }
  }

  private static final String DELETE_EXPIRED =
      """
      DELETE FROM dedupe_key
      WHERE tenant = ? AND agent = ? AND dedupe_key = ? AND expires_at < CURRENT_TIMESTAMP\
      """;
  private static final String FIND =
      "SELECT run_id, fingerprint FROM dedupe_key WHERE tenant = ? AND agent = ? AND dedupe_key = ?";

  private final Database database;
  private final String insert;

  @Inject
  public DedupeKeys(Database database, Config config) {
    this.database = database;
    this.insert =
        """
        INSERT INTO dedupe_key (tenant, agent, dedupe_key, run_id, fingerprint, expires_at)
        VALUES (?, ?, ?, ?, ?, %s)\
        """
            .formatted(RunSql.fromNow(KEPT.get(config)));
  }

  void check(@Observes Startup unused) {
    // Observing the start makes a wrong value stop the start, not the first request.
  }

  /**
   * A key of a submission.
   *
   * @param fingerprint of what the submission asks for
   */
  public record Key(String tenant, String agent, String key, String fingerprint) {}

  /**
   * What a key stands for.
   *
   * @param run the id of its run, which may not exist yet
   * @param isSame whether the submission that took it asked for the same
   */
  public record Taken(UUID run, boolean isSame) {}

  /**
   * Takes a key, unless it is taken.
   *
   * @param created the id of the run that the submission would create
   * @throws DatabaseException if the database fails
   */
  public Taken take(Key key, UUID created) {
    while (true) {
      try {
        database.together(
            statements -> {
              statements.update(DELETE_EXPIRED, key.tenant(), key.agent(), key.key());
              return statements.update(
                  insert, key.tenant(), key.agent(), key.key(), created, key.fingerprint());
            });
        return new Taken(created, true);
      } catch (DatabaseException e) {
        if (!e.is(SqlErrors::isDuplicateKey)) {
          throw e;
        }
      }
      Optional<Taken> taken = find(key);
      if (taken.isPresent()) {
        return taken.get();
      } // else its time was over in between
    }
  }

  private Optional<Taken> find(Key key) {
    return database.first(
        FIND,
        row -> new Taken(row.id("run_id"), row.text("fingerprint").equals(key.fingerprint())),
        key.tenant(),
        key.agent(),
        key.key());
  }

  /** Removes the keys whose time is over; returns their number. */
  int removeExpired() {
    return database.update("DELETE FROM dedupe_key WHERE expires_at < CURRENT_TIMESTAMP");
  }
}
