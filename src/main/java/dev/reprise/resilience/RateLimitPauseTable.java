package dev.reprise.resilience;

import dev.reprise.platform.jdbc.Database;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The pauses of quotas in the database, for all servers that share it and for later starts. Times
 * are those of the servers' clocks.
 */
public final class RateLimitPauseTable {

  private static final String LENGTHEN =
      """
      UPDATE quota_pause SET paused_until = ?
      WHERE tenant = ? AND provider = ? AND model = ? AND paused_until < ?\
      """;

  private static final String INSERT =
      "INSERT INTO quota_pause (paused_until, tenant, provider, model) VALUES (?, ?, ?, ?)";

  private static final String RESUME =
      """
      DELETE FROM quota_pause
      WHERE tenant = ? AND provider = ? AND model = ? AND paused_until > ?\
      """;

  private static final String PAUSED =
      "SELECT tenant, provider, model, paused_until FROM quota_pause WHERE paused_until > ?";

  private final Database database;

  public RateLimitPauseTable(Database database) {
    this.database = database;
  }

  /** Writes a pause, unless a longer one is stored. */
  public void pause(Quota quota, Instant until) {
    // A server that inserts the same row meanwhile may have a shorter pause: ours lengthens it.
    if (!lengthen(quota, until) && !insert(quota, until)) {
      lengthen(quota, until);
    }
  }

  private boolean lengthen(Quota quota, Instant until) {
    Instant end = until;
    return database.moves(LENGTHEN, end, quota.tenant(), quota.provider(), quota.model(), end);
  }

  private boolean insert(Quota quota, Instant until) {
    return database.insertIfAbsent(INSERT, until, quota.tenant(), quota.provider(), quota.model());
  }

  /** Ends a pause; returns whether there was one at this time. */
  public boolean resume(Quota quota, Instant now) {
    return database.moves(RESUME, quota.tenant(), quota.provider(), quota.model(), now);
  }

  /** Returns all quotas that are paused at this time, and the end of each pause. */
  public Map<Quota, Instant> pausedAt(Instant now) {
    Map<Quota, Instant> paused = new HashMap<>();
    database.rows(
        PAUSED,
        row ->
            paused.put(
                new Quota(row.text("provider"), row.text("model"), row.text("tenant")),
                row.instant("paused_until")),
        now);
    return paused;
  }
}
