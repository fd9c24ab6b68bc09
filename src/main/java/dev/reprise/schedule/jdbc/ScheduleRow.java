package dev.reprise.schedule.jdbc;

import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
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
        case Recurrence.Every every -> every.from();
        case Recurrence.Once once -> once.at();
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
      policies.dayUsd(),
      schedule.status().name(),
      schedule.course().next(),
      schedule.course().resumed(),
      schedule.role(),
      schedule.definedBy()
    };
  }

  static Schedule read(Row row) {
    return new Schedule(
        row.id("id"),
        row.text("tenant"),
        new ScheduleDefinition(
            row.text("name"),
            row.text("agent"),
            row.text("workspace"),
            new JsonValue(row.text("run_input")),
            new JsonValue(row.text("payload")),
            recurrence(row),
            policies(row)),
        row.constant(ScheduleStatus.class, "status"),
        new ScheduleProgress(
            row.optionalInstant("next_at"),
            row.optionalInstant("resumed_at"),
            row.optionalInstant("started_at"),
            row.optionalInstant("cool_until"),
            row.integer("attempts"),
            row.optionalText("error")),
        new ScheduleChange(
            row.number("revision"),
            row.text("made_by"),
            row.text("defined_by"),
            row.optionalConstant(Role.class, "submitter_role"),
            row.instant("created_at"),
            row.instant("updated_at")));
  }

  private static Recurrence recurrence(Row row) {
    Optional<String> cron = row.optionalText("cron");
    if (cron.isPresent()) {
      return Recurrence.cron(cron.get(), row.text("zone"));
    }
    Instant begins = row.instant("begins_at");
    return row.optionalNumber("every_seconds")
        .<Recurrence>map(seconds -> new Recurrence.Every(Duration.ofSeconds(seconds), begins))
        .orElseGet(() -> new Recurrence.Once(begins));
  }

  private static SchedulePolicy policies(Row row) {
    return new SchedulePolicy(
        Duration.ofSeconds(row.number("cooldown_seconds")),
        row.constant(OverlapPolicy.class, "overlap"),
        new SchedulePolicy.CatchUp(
            row.constant(MisfirePolicy.class, "missed"),
            Duration.ofSeconds(row.number("grace_seconds")),
            Duration.ofSeconds(row.number("spread_seconds"))),
        row.integer("max_active"),
        new SchedulePolicy.Retry(
            row.integer("max_attempts"), Duration.ofSeconds(row.number("retry_seconds"))),
        row.integer("priority"),
        row.optionalAmount("day_usd").map(BigDecimal::stripTrailingZeros));
  }

  /** Locks a schedule and its firings until the transaction ends. */
  static boolean lock(JdbcTransaction transaction, UUID schedule) {
    return transaction.moves("UPDATE schedule SET updated_at = updated_at WHERE id = ?", schedule);
  }
}
