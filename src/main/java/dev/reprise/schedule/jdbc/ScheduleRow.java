package dev.reprise.schedule.jdbc;

import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.schedule.Schedule;
import dev.reprise.schedule.ScheduleChange;
import dev.reprise.schedule.ScheduleDefinition;
import dev.reprise.schedule.ScheduleProgress;
import dev.reprise.schedule.ScheduleStatus;
import dev.reprise.schedule.policy.MisfirePolicy;
import dev.reprise.schedule.policy.OverlapPolicy;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps a schedule to its row and back. */
final class ScheduleRow {

  static final String SELECT =
      """
      SELECT id, tenant, name, agent, workspace, run_input, payload, cron, zone, every_seconds, begins_at,
             cooldown_seconds, overlap, missed, grace_seconds, spread_seconds, max_active,
             max_attempts, retry_seconds, priority, day_usd, status, revision, next_at, resumed_at,
             started_at, cool_until, attempts, error, made_by, defined_by, submitter_role,
             created_at, updated_at
      FROM schedule
      """;

  static final String INSERT =
      """
      INSERT INTO schedule (agent, workspace, run_input, payload, cron, zone, every_seconds, begins_at,
                            cooldown_seconds, overlap, missed, grace_seconds, spread_seconds,
                            max_active, max_attempts, retry_seconds, priority, day_usd, status, next_at,
                            resumed_at, submitter_role, defined_by, id, tenant, name, revision, attempts, made_by, created_at,
                            updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?,
              CURRENT_TIMESTAMP, CURRENT_TIMESTAMP)""";

  static final String CHANGE =
      """
      UPDATE schedule SET agent = ?, workspace = ?, run_input = ?, payload = ?, cron = ?, zone = ?,
                          every_seconds = ?, begins_at = ?, cooldown_seconds = ?, overlap = ?,
                          missed = ?, grace_seconds = ?, spread_seconds = ?, max_active = ?,
                          max_attempts = ?, retry_seconds = ?, priority = ?, day_usd = ?, status = ?,
                          next_at = ?, resumed_at = ?, submitter_role = ?, defined_by = ?, revision = revision + 1,
                          updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND revision = ?""";

  private ScheduleRow() {}

  /** Returns the values that people may change, in the order of both statements. */
  static @Nullable Object[] changeable(Schedule schedule) {
    ScheduleDefinition definition = schedule.definition();
    SchedulePolicy policies = definition.policies();
    Recurrence recurrence = definition.recurrence();
    return new @Nullable Object[] {
      definition.agent(),
      definition.workspace(),
      definition.input().text(),
      definition.payload().text(),
      recurrence instanceof Recurrence.Cron cron ? cron.expression() : null,
      recurrence instanceof Recurrence.Cron cron ? cron.zone().getId() : null,
      recurrence instanceof Recurrence.Every every ? every.interval().toSeconds() : null,
      switch (recurrence) {
        case Recurrence.Cron ignored -> null;
        case Recurrence.Every every -> Timestamp.from(every.from());
        case Recurrence.Once once -> Timestamp.from(once.at());
      },
      policies.cooldown().toSeconds(),
      policies.overlap().name(),
      policies.missed().name(),
      policies.grace().toSeconds(),
      policies.spread().toSeconds(),
      policies.maxActive(),
      policies.maxAttempts(),
      policies.retryDelay().toSeconds(),
      policies.priority(),
      policies.dayUsd().orElse(null),
      schedule.status().name(),
      timestamp(schedule.course().next()),
      timestamp(schedule.course().resumed()),
      schedule.role().map(Role::name).orElse(null),
      schedule.definedBy()
    };
  }

  static Schedule read(ResultSet row) throws SQLException {
    return new Schedule(
        UUID.fromString(row.getString("id")),
        row.getString("tenant"),
        new ScheduleDefinition(
            row.getString("name"),
            row.getString("agent"),
            row.getString("workspace"),
            new JsonValue(row.getString("run_input")),
            new JsonValue(row.getString("payload")),
            recurrence(row),
            policies(row)),
        ScheduleStatus.valueOf(row.getString("status")),
        new ScheduleProgress(
            instant(row, "next_at"),
            instant(row, "resumed_at"),
            instant(row, "started_at"),
            instant(row, "cool_until"),
            row.getInt("attempts"),
            Optional.ofNullable(row.getString("error"))),
        new ScheduleChange(
            row.getLong("revision"),
            row.getString("made_by"),
            row.getString("defined_by"),
            Optional.ofNullable(row.getString("submitter_role")).map(Role::valueOf),
            row.getTimestamp("created_at").toInstant(),
            row.getTimestamp("updated_at").toInstant()));
  }

  private static Recurrence recurrence(ResultSet row) throws SQLException {
    String cron = row.getString("cron");
    if (cron != null) {
      return Recurrence.cron(cron, row.getString("zone"));
    }
    Instant begins = row.getTimestamp("begins_at").toInstant();
    long seconds = row.getLong("every_seconds");
    return row.wasNull()
        ? new Recurrence.Once(begins)
        : new Recurrence.Every(Duration.ofSeconds(seconds), begins);
  }

  private static SchedulePolicy policies(ResultSet row) throws SQLException {
    return new SchedulePolicy(
        Duration.ofSeconds(row.getLong("cooldown_seconds")),
        OverlapPolicy.valueOf(row.getString("overlap")),
        new SchedulePolicy.CatchUp(
            MisfirePolicy.valueOf(row.getString("missed")),
            Duration.ofSeconds(row.getLong("grace_seconds")),
            Duration.ofSeconds(row.getLong("spread_seconds"))),
        row.getInt("max_active"),
        new SchedulePolicy.Retry(
            row.getInt("max_attempts"), Duration.ofSeconds(row.getLong("retry_seconds"))),
        row.getInt("priority"),
        Optional.ofNullable(row.getBigDecimal("day_usd")).map(BigDecimal::stripTrailingZeros));
  }

  static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getTimestamp(column)).map(Timestamp::toInstant);
  }

  static @Nullable Timestamp timestamp(Optional<Instant> instant) {
    return instant.map(Timestamp::from).orElse(null);
  }

  /** Locks a schedule and its firings until the transaction ends. */
  static boolean lock(JdbcTransaction transaction, UUID schedule) throws SQLException {
    return transaction.moves("UPDATE schedule SET updated_at = updated_at WHERE id = ?", schedule);
  }
}
