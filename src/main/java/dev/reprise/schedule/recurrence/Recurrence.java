package dev.reprise.schedule.recurrence;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneRulesProvider;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When something is due: a strictly increasing series of instants, always the same. Valid from
 * birth; all due times are in the years 1970 to 9999 (UTC).
 */
public sealed interface Recurrence {

  /** Nothing is due after this instant. */
  Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  /** Returns the first due time strictly after {@code after}, or empty if there is none. */
  Optional<Instant> next(Instant after);

  /** Returns the first {@code count} due times after {@code after}, or fewer if there are fewer. */
  default List<Instant> next(Instant after, int count) {
    return Stream.iterate(next(after), Optional::isPresent, due -> due.flatMap(this::next))
        .limit(count)
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Reads the two texts of a cron recurrence.
   *
   * @param zone a region of the IANA time zone database such as {@code Europe/Berlin}, or {@code
   *     UTC}; offsets such as {@code +02:00} are refused, because they have no daylight saving
   * @throws InvalidRecurrenceException if the zone is unknown, or the expression is wrong
   */
  static Recurrence cron(String expression, String zone) {
    if (!ZoneRulesProvider.getAvailableZoneIds().contains(zone)) {
      throw Cron.unknown(zone);
    }
    return new Cron(expression, ZoneId.of(zone));
  }

  /**
   * Due whenever the wall clock of a zone shows a time that a cron expression names.
   *
   * <p>An expression has five fields (minute, hour, day of month, month, day of week) or six, the
   * first then being the second. A field is {@code *}, a value, a range {@code 1-5}, any of them
   * with a step ({@code *}{@code /15}, {@code 5-50/5}; {@code 5/15} continues to the end of the
   * field), or a list of those. Months and days have names of three letters in any case. Sunday is
   * 0 and 7, and may end a range by its name ({@code FRI-SUN}). For a day field, {@code ?} is the
   * same as {@code *}. A day of month may also be {@code L} (the last), {@code L-3} (three before
   * the last), {@code 15W} (the weekday nearest to the 15th, in the same month; none in a month
   * without such a day) or {@code LW} (the last weekday). A day of week may also be {@code 5L} (the
   * last Friday of the month) or {@code MON#2} (its second Monday).
   *
   * <p>If both day fields are restricted, a day matches by either of them; otherwise by both.
   * Restricted is what does not start with {@code *}, so in {@code 0 0 *}{@code /2 * MON} both
   * count: crontab(5) of Vixie cron, as Debian and cronie have it.
   *
   * <p>Where clocks are put forward, a time that is left out happens at the end of the gap; several
   * in one gap are one. Where they are put back, a time that comes twice happens once, when it
   * comes first; but an expression that names every hour, such as {@code *}{@code /10 * * * *},
   * goes on in the hour that comes twice.
   *
   * @param expression at most 256 characters; names at least one time
   * @param zone a region of the IANA time zone database, or UTC
   */
  record Cron(String expression, ZoneId zone) implements Recurrence {

    private static final Instant EARLIEST = Instant.EPOCH.minusSeconds(1);

    /**
     * @throws InvalidRecurrenceException if the expression is wrong or names no time, or the zone
     *     is an offset
     */
    public Cron {
      if (!ZoneRulesProvider.getAvailableZoneIds().contains(zone.getId())) {
        throw unknown(zone.getId());
      }
      CronSyntax.check(expression);
    }

    @Override
    public Optional<Instant> next(Instant after) {
      if (after.isAfter(LATEST)) {
        return Optional.empty();
      }
      Instant start = after.isBefore(EARLIEST) ? EARLIEST : after;
      CronIterator times = CronSyntax.read(expression);
      Optional<Instant> due = times.atOrAfter(startAfter(start)).map(this::resolve);
      Optional<Instant> repeated =
          times.isEveryHour() ? inSecondPass(times, start) : Optional.empty();
      return Stream.of(due, repeated)
          .flatMap(Optional::stream)
          .min(Comparator.naturalOrder())
          .filter(it -> !it.isAfter(LATEST));
    }

    /** Returns the first time on the wall clock that could come first after an instant. */
    private LocalDateTime startAfter(Instant after) {
      var transition = zone.getRules().getTransition(LocalDateTime.ofInstant(after, zone));
      // All times that come twice have come first before the second pass.
      return transition != null && !after.isBefore(transition.getInstant())
          ? transition.getDateTimeBefore()
          : secondAfter(after);
    }

    /** Returns the first time that comes again, where the clock goes back now or next. */
    private Optional<Instant> inSecondPass(CronIterator times, Instant after) {
      var rules = zone.getRules();
      var now = rules.getTransition(LocalDateTime.ofInstant(after, zone));
      var back = now == null ? rules.nextTransition(after) : now;
      if (back == null || back.isGap()) {
        return Optional.empty();
      }
      return times
          .atOrAfter(
              after.isBefore(back.getInstant()) ? back.getDateTimeAfter() : secondAfter(after))
          .filter(time -> time.isBefore(back.getDateTimeBefore()))
          .map(time -> time.toInstant(back.getOffsetAfter()));
    }

    private LocalDateTime secondAfter(Instant after) {
      return LocalDateTime.ofInstant(after, zone).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }

    private Instant resolve(LocalDateTime local) {
      var transition = zone.getRules().getTransition(local);
      return transition != null && transition.isGap()
          ? transition.getInstant()
          : local.atZone(zone).withEarlierOffsetAtOverlap().toInstant();
    }

    private static InvalidRecurrenceException unknown(String zone) {
      return new InvalidRecurrenceException(
          "zone '%s' is neither a region of the IANA time zone database, such as Europe/Berlin, nor UTC"
              .formatted(zone));
    }
  }

  /**
   * Due at a fixed rate: {@code from}, one interval later, and so on, whatever the clocks of people
   * show.
   *
   * @param interval whole seconds, 1 second to 366 days
   * @param from the first due time; kept to the millisecond, as every database does
   */
  record Every(Duration interval, Instant from) implements Recurrence {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(366);

    /**
     * @throws InvalidRecurrenceException if the interval or the first due time is not within these
     *     bounds
     */
    public Every {
      if (interval.compareTo(SHORTEST) < 0
          || interval.compareTo(LONGEST) > 0
          || !interval.equals(interval.truncatedTo(ChronoUnit.SECONDS))) {
        throw new InvalidRecurrenceException(
            "interval %s is not 1 second (PT1S) to 366 days (PT8784H) in whole seconds"
                .formatted(interval));
      }
      from = within("from", from);
    }

    @Override
    public Optional<Instant> next(Instant after) {
      if (after.isBefore(from)) {
        return Optional.of(from);
      }
      if (after.isAfter(LATEST)) {
        return Optional.empty();
      }
      long passed = Duration.between(from, after).dividedBy(interval);
      return Optional.of(from.plus(interval.multipliedBy(passed + 1)))
          .filter(due -> !due.isAfter(LATEST));
    }
  }

  /**
   * Due a single time.
   *
   * @param at kept to the millisecond, as every database does
   */
  record Once(Instant at) implements Recurrence {

    /**
     * @throws InvalidRecurrenceException if it is not in the years 1970 to 9999
     */
    public Once {
      at = within("at", at);
    }

    @Override
    public Optional<Instant> next(Instant after) {
      return Optional.of(at).filter(due -> due.isAfter(after));
    }
  }

  private static Instant within(String name, Instant due) {
    if (due.isBefore(Instant.EPOCH) || due.isAfter(LATEST)) {
      throw new InvalidRecurrenceException(
          "%s %s is not in the years 1970 to 9999 (UTC)".formatted(name, due));
    }
    return due.truncatedTo(ChronoUnit.MILLIS);
  }
}
