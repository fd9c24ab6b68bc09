package dev.reprise.api.schedule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.FieldReader;
import dev.reprise.platform.Json;
import dev.reprise.schedule.ScheduleDefinition;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.Recurrence;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * What a schedule starts, and when: as clients write it and, with the defaults of absent members,
 * as it is shown. What is shown can be sent back. Exactly one of {@code cron}, {@code every} and
 * {@code at} is present.
 *
 * <p>It is flat, because Jackson ignores unknown members when it reads unwrapped groups, and the
 * API refuses them. Tested by {@code ScheduleRequestParserTest}.
 */
@Schema(
    description = "Exactly one of cron, every and at is present. An absent member has its default.")
public record ScheduleRequest(
    @Schema(
            description = "Unique in the tenant; may be absent if the address has it",
            pattern = "[a-z][a-z0-9-]{0,62}")
        @Nullable String name,
    @Schema(description = "An agent's name; each run uses the version at its time")
        @Nullable String agent,
    @Schema(description = "name or name/sub/directory of a workspace of the server")
        @Nullable String workspace,
    @Schema(
            description =
                "The input of the runs, at most 64 KiB; none by default. Its texts may refer to"
                    + " {{schedule.name}}, {{schedule.due}}, {{schedule.firing}} and {{payload.…}}")
        @Nullable ObjectNode input,
    @Schema(description = "An object of the client's own, at most 64 KiB; empty by default")
        @Nullable ObjectNode payload,
    @Schema(
            description = "minute, hour, day of month, month, day of week; with six, seconds first",
            examples = "30 6 * * MON-FRI")
        @Nullable String cron,
    @Schema(description = "A region such as Europe/Berlin, for cron; UTC by default")
        @Nullable String zone,
    @Schema(description = "PT1S to P366D", examples = "PT6H") @Nullable String every,
    @Schema(description = "The start of the intervals; the time of the request by default")
        @Nullable String from,
    @Schema(description = "The only due time", examples = "2030-01-31T08:00:00Z")
        @Nullable String at,
    @Schema(
            description =
                "PT0S to P30D: the pause after the end of a firing; by default what the"
                    + " server says, PT5M if nothing")
        @Nullable String cooldown,
    @Schema(
            description = "skip (by default), queue, allow or replace",
            enumeration = {"skip", "queue", "allow", "replace"})
        @Nullable String overlap,
    @Schema(
            description = "skip, once (by default) or all",
            enumeration = {"skip", "once", "all"})
        @Nullable String missed,
    @Schema(description = "PT0S to P366D, PT1H by default: the age of a missed due time, at most")
        @Nullable String grace,
    @Schema(description = "PT0S to P1D, PT5M by default: the time over which missed firings start")
        @Nullable String spread,
    @Schema(description = "1 to 100, 5 by default: active firings at once if overlap is allow")
        @Nullable Integer maxActive,
    @Schema(description = "1 to 20, 3 by default") @Nullable Integer maxAttempts,
    @Schema(description = "PT1S to PT1H, PT1M by default; doubled after each attempt")
        @Nullable String retryDelay,
    @Schema(description = "-9 to 9, 0 by default: preference of its runs among the tenant's")
        @Nullable Integer priority,
    @Schema(
            description =
                "What its runs may cost in a day of UTC, in US dollars, with six decimal places at"
                    + " most; no limit by default",
            minimum = "0")
        @Nullable BigDecimal dayUsd,
    @Schema(
            description =
                "Whether it is created paused; false by default. Later :pause and :resume say so")
        @Nullable Boolean paused) {

  static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  /** Returns the request that creates such a schedule, with every default. */
  static ScheduleRequest of(ScheduleDefinition definition) {
    SchedulePolicy policies = definition.policies();
    Recurrence recurrence = definition.recurrence();
    return new ScheduleRequest(
        definition.name(),
        definition.agent(),
        definition.workspace(),
        object(definition.input()),
        object(definition.payload()),
        recurrence instanceof Recurrence.Cron cron ? cron.expression() : null,
        recurrence instanceof Recurrence.Cron cron ? cron.zone().getId() : null,
        recurrence instanceof Recurrence.Every every ? every.interval().toString() : null,
        recurrence instanceof Recurrence.Every every ? every.from().toString() : null,
        recurrence instanceof Recurrence.Once once ? once.at().toString() : null,
        policies.cooldown().toString(),
        FieldReader.word(policies.overlap()),
        FieldReader.word(policies.missed()),
        policies.grace().toString(),
        policies.spread().toString(),
        policies.maxActive(),
        policies.maxAttempts(),
        policies.retryDelay().toString(),
        policies.priority(),
        policies.dayUsd().map(ScheduleRequest::plain).orElse(null),
        null);
  }

  /** Without an exponent, which few people read. */
  private static BigDecimal plain(BigDecimal usd) {
    return usd.scale() < 0 ? usd.setScale(0) : usd;
  }

  private static ObjectNode object(JsonValue value) {
    return (ObjectNode) Json.read(value.text());
  }
}
