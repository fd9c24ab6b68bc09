package dev.reprise.api.schedule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.JsonValue;
import dev.reprise.api.http.FieldReader;
import dev.reprise.platform.CanonicalJson;
import dev.reprise.queue.row.NewRun;
import dev.reprise.schedule.InputTemplate;
import dev.reprise.schedule.ScheduleDefinition;
import dev.reprise.schedule.policy.SchedulePolicy;
import dev.reprise.schedule.recurrence.InvalidRecurrenceException;
import dev.reprise.schedule.recurrence.Recurrence;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a client's schedule, and checks what can be checked without the server. Pure: the caller
 * passes the time. Each error is collected, and a default takes the place of the value.
 */
final class ScheduleRequestParser {

  private static final int MAX_BYTES = 64 * 1024;
  private static final int MAX_REFERENCES = 100;
  private static final int MAX_WORKSPACE = 1024;

  private static final BigDecimal MOST_USD = BigDecimal.valueOf(1_000_000);

  private static final String A_NAME =
      "must be 1 to 63 lower-case letters, digits and '-', and start with a letter";
  private static final String ANY_CRON = "* * * * *";
  private static final String ANY_ZONE = "UTC";

  private final ScheduleRequest request;
  private final Optional<ScheduleDefinition> present;
  private final Instant now;
  private final SchedulePolicy absent;
  private final FieldReader values;

  /**
   * @param present the definition that it replaces; the name stays, and so do the due times if the
   *     interval is the same
   * @param absent the policy of what the request does not have
   * @param values collects the errors
   */
  ScheduleRequestParser(
      ScheduleRequest request,
      Optional<ScheduleDefinition> present,
      Instant now,
      SchedulePolicy absent,
      FieldReader values) {
    this.absent = absent;
    this.request = request;
    this.present = present;
    this.now = now;
    this.values = values;
  }

  ScheduleDefinition definition() {
    String name = name();
    String agent = given("agent", request.agent(), "is missing; it must be an agent's name");
    String workspace =
        given("workspace", request.workspace(), "is missing; it must be the name of a workspace");
    if (workspace.length() > MAX_WORKSPACE) {
      values.wrong("workspace", "must have at most %d characters".formatted(MAX_WORKSPACE));
    }
    if (present.isPresent() && request.paused() != null) {
      values.wrong("paused", "must be absent, because :pause and :resume change it");
    }
    JsonValue payload = object("payload", request.payload());
    JsonValue input = object("input", request.input());
    checkReferences(input, payload);
    return new ScheduleDefinition(
        name,
        agent,
        workspace,
        input,
        payload,
        recurrence().orElse(new Recurrence.Once(now)),
        policies());
  }

  private String name() {
    String name = request.name();
    if (present.isPresent()) {
      String kept = present.get().name();
      if (name != null && !name.equals(kept)) {
        values.wrong(
            "name", "must be '%s' or absent, because a schedule keeps its name".formatted(kept));
      }
      return kept;
    }
    if (name == null || !ScheduleRequest.NAME.matcher(name).matches()) {
      values.wrong("name", A_NAME);
      return "";
    }
    return name;
  }

  private String given(String path, @Nullable String text, String rule) {
    if (text == null || text.isBlank()) {
      values.wrong(path, rule);
      return "";
    }
    return text;
  }

  private JsonValue object(String path, @Nullable ObjectNode object) {
    String text =
        CanonicalJson.write(
            Objects.requireNonNullElseGet(object, JsonNodeFactory.instance::objectNode));
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > MAX_BYTES) {
      values.wrong(
          path, "must have at most %,d bytes as JSON, but has %,d".formatted(MAX_BYTES, bytes));
      return JsonValue.EMPTY_OBJECT;
    }
    return new JsonValue(text);
  }

  /** Limits the references, because each may insert a whole payload. */
  private void checkReferences(JsonValue input, JsonValue payload) {
    if (input.text().split("\\{\\{", -1).length - 1 > MAX_REFERENCES) {
      values.wrong("input", "must have at most %d references".formatted(MAX_REFERENCES));
      return;
    }
    try {
      new InputTemplate(input)
          .unknown(payload)
          .forEach(
              reference ->
                  values.wrong(
                      "input",
                      ("must not refer to {{%s}}; it can refer to schedule.name, schedule.due,"
                              + " schedule.firing, and payload. with a member of the payload")
                          .formatted(reference)));
    } catch (IllegalArgumentException e) {
      values.wrong("input", "must be a template: " + e.getMessage());
    }
  }

  private Optional<Recurrence> recurrence() {
    long given =
        Stream.of(request.cron(), request.every(), request.at()).filter(Objects::nonNull).count();
    if (given != 1) {
      values.wrong(
          "", "Exactly one of cron, every and at must be present; there are %d.".formatted(given));
      return Optional.empty();
    }
    if (request.zone() != null && request.cron() == null) {
      values.wrong("zone", "must be absent unless cron is present");
    }
    if (request.from() != null && request.every() == null) {
      values.wrong("from", "must be absent unless every is present");
    }
    if (request.cron() != null) {
      return cron(request.cron());
    }
    return request.every() != null ? every(request.every()) : once(request.at());
  }

  private Optional<Recurrence> cron(String expression) {
    if (request.zone() == null) {
      presentZone().ifPresent(this::requireZone);
    }
    String zone = Objects.requireNonNullElse(request.zone(), ANY_ZONE);
    boolean isZone = recurrence("zone", () -> Recurrence.cron(ANY_CRON, zone)).isPresent();
    return recurrence("cron", () -> Recurrence.cron(expression, isZone ? zone : ANY_ZONE))
        .filter(cron -> isAhead("cron", cron));
  }

  private Optional<String> presentZone() {
    return present
        .map(ScheduleDefinition::recurrence)
        .filter(Recurrence.Cron.class::isInstance)
        .map(cron -> ((Recurrence.Cron) cron).zone().getId())
        .filter(zone -> !zone.equals(ANY_ZONE));
  }

  /** Without a zone, a definition means UTC; a schedule is not moved there by what is left out. */
  private void requireZone(String presentZone) {
    values.wrong(
        "zone",
        "must be present, for example %s: the schedule is in %s, and without a zone its times would be in %s"
            .formatted(ANY_ZONE, presentZone, ANY_ZONE));
  }

  private Optional<Recurrence> every(String text) {
    Duration interval = values.duration("every", text, Duration.ZERO, "PT1S", "P366D");
    if (interval.isZero()) {
      return Optional.empty();
    }
    Instant from = values.instant("from", request.from()).orElseGet(() -> begin(interval));
    return recurrence("from", () -> new Recurrence.Every(interval, from))
        .filter(every -> isAhead("from", every));
  }

  /** A schedule whose interval does not change keeps its due times. */
  private Instant begin(Duration interval) {
    return present
        .map(ScheduleDefinition::recurrence)
        .filter(Recurrence.Every.class::isInstance)
        .map(Recurrence.Every.class::cast)
        .filter(every -> every.interval().equals(interval))
        .map(Recurrence.Every::from)
        .orElse(now.truncatedTo(ChronoUnit.SECONDS));
  }

  private Optional<Recurrence> once(@Nullable String text) {
    return values
        .instant("at", text)
        .flatMap(at -> recurrence("at", () -> new Recurrence.Once(at)))
        .filter(once -> isAhead("at", once));
  }

  private Optional<Recurrence> recurrence(String path, Supplier<Recurrence> recurrence) {
    try {
      return Optional.of(recurrence.get());
    } catch (InvalidRecurrenceException e) {
      values.wrong(path, "is not valid: " + e.getMessage());
      return Optional.empty();
    }
  }

  private boolean isAhead(String path, Recurrence recurrence) {
    boolean isAhead = recurrence.next(now).isPresent();
    if (!isAhead) {
      values.wrong(path, "must name a time after %s, the present time".formatted(now));
    }
    return isAhead;
  }

  private SchedulePolicy policies() {
    return new SchedulePolicy(
        values.duration("cooldown", request.cooldown(), absent.cooldown(), "PT0S", "P30D"),
        values.word("overlap", request.overlap(), absent.overlap()),
        new SchedulePolicy.CatchUp(
            values.word("missed", request.missed(), absent.missed()),
            values.duration("grace", request.grace(), absent.grace(), "PT0S", "P366D"),
            values.duration("spread", request.spread(), absent.spread(), "PT0S", "P1D")),
        values.number("maxActive", request.maxActive(), absent.maxActive(), 1, 100),
        new SchedulePolicy.Retry(
            values.number("maxAttempts", request.maxAttempts(), absent.maxAttempts(), 1, 20),
            values.duration(
                "retryDelay", request.retryDelay(), absent.retryDelay(), "PT1S", "PT1H")),
        values.number(
            "priority",
            request.priority(),
            absent.priority(),
            -NewRun.MAX_PRIORITY,
            NewRun.MAX_PRIORITY),
        dayUsd());
  }

  private Optional<BigDecimal> dayUsd() {
    BigDecimal usd = request.dayUsd();
    if (usd == null) {
      return Optional.empty();
    }
    BigDecimal shortest = usd.stripTrailingZeros();
    if (usd.signum() < 0 || usd.compareTo(MOST_USD) > 0 || shortest.scale() > 6) {
      values.wrong(
          "dayUsd",
          "must be an amount from 0 to %s with at most six decimal places"
              .formatted(MOST_USD.toPlainString()));
      return Optional.empty();
    }
    return Optional.of(shortest);
  }
}
