package dev.reprise.schedule.jdbc;

import dev.reprise.agent.Role;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
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

/** Maps a schedule to its row and back. Tested by {@code ScheduleStoreContract}. */
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

  private ScheduleRow() {}

  /** Returns the values that people may change. */
  static RowValues changeable(Schedule schedule) {
    ScheduleDefinition definition = schedule.definition();
    SchedulePolicy policies = definition.policies();
    Recurrence recurrence = definition.recurrence();
    return RowValues.of("schedule")
        .set("agent", definition.agent())
        .set("workspace", definition.workspace())
        .set("run_input", definition.input().text())
        .set("payload", definition.payload().text())
        .set("cron", recurrence instanceof Recurrence.Cron cron ? cron.expression() : null)
        .set("zone", recurrence instanceof Recurrence.Cron cron ? cron.zone().getId() : null)
        .set(
            "every_seconds",
            recurrence instanceof Recurrence.Every every ? every.interval().toSeconds() : null)
        .set(
            "begins_at",
            switch (recurrence) {
              case Recurrence.Cron ignored -> null;
              case Recurrence.Every every -> every.from();
              case Recurrence.Once once -> once.at();
            })
        .set("cooldown_seconds", policies.cooldown().toSeconds())
        .set("overlap", policies.overlap())
        .set("missed", policies.missed())
        .set("grace_seconds", policies.grace().toSeconds())
        .set("spread_seconds", policies.spread().toSeconds())
        .set("max_active", policies.maxActive())
        .set("max_attempts", policies.maxAttempts())
        .set("retry_seconds", policies.retryDelay().toSeconds())
        .set("priority", policies.priority())
        .set("day_usd", policies.dayUsd())
        .set("status", schedule.status())
        .set("next_at", schedule.course().next())
        .set("resumed_at", schedule.course().resumed())
        .set("submitter_role", schedule.role())
        .set("defined_by", schedule.definedBy())
        .now("updated_at");
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
