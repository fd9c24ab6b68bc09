package dev.reprise.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When something is due, where no clock is put forward or back. */
class RecurrenceTest {

  private static final Instant FROM = Instant.parse("2026-01-01T10:00:00Z");
  private static final Recurrence HOURLY = new Recurrence.Every(Duration.ofHours(1), FROM);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          */15 * * * *         | 2026-01-01T10:07:00Z | 2026-01-01T10:15:00Z
          5/15 * * * *         | 2026-01-01T10:07:00Z | 2026-01-01T10:20:00Z
          5-50/5 9 * * *       | 2026-01-01T10:07:00Z | 2026-01-02T09:05:00Z
          30 */10 * * * *      | 2026-01-01T10:00:30Z | 2026-01-01T10:10:30Z
          0 0 L * *            | 2028-02-01T00:00:00Z | 2028-02-29T00:00:00Z
          0 0 L-3 * ?          | 2026-02-01T00:00:00Z | 2026-02-25T00:00:00Z
          0 0 LW * *           | 2026-05-01T00:00:00Z | 2026-05-29T00:00:00Z
          0 0 1W * *           | 2026-07-31T00:00:00Z | 2026-08-03T00:00:00Z
          0 0 31W * *          | 2026-06-01T00:00:00Z | 2026-07-31T00:00:00Z
          0 0 * * 5L           | 2026-01-01T00:00:00Z | 2026-01-30T00:00:00Z
          0 0 ? * friL         | 2026-01-01T00:00:00Z | 2026-01-30T00:00:00Z
          0 0 * * MON#2        | 2026-01-01T00:00:00Z | 2026-01-12T00:00:00Z
          0 0 * * 0            | 2026-01-01T00:00:00Z | 2026-01-04T00:00:00Z
          0 0 * * 7            | 2026-01-01T00:00:00Z | 2026-01-04T00:00:00Z
          0 0 * jul,Dec Sun    | 2026-01-01T00:00:00Z | 2026-07-05T00:00:00Z
          0 0 * * SAT-SUN      | 2026-01-03T00:00:00Z | 2026-01-04T00:00:00Z
          0 0 29 2 *           | 2096-02-29T00:00:00Z | 2104-02-29T00:00:00Z
          0 0 ? 2 MON#5        | 2072-02-29T00:00:00Z | 2112-02-29T00:00:00Z
          59 23 31 12 *        | 9999-12-31T23:58:59Z | 9999-12-31T23:59:00Z
          0 0 1 1 *            | -1000000000-01-01T00:00:00Z | 1970-01-01T00:00:00Z
          """)
  void cronIsDueAtTheTimesThatItsFieldsName(String expression, Instant after, Instant due) {
    assertThat(Recurrence.cron(expression, "UTC").next(after)).contains(due);
  }

  /** Vixie cron's rule: the 13th, and every Friday; but of the odd days, those that are Fridays. */
  @Test
  void eitherDayFieldIsEnoughIfBothAreRestricted() {
    assertThat(Recurrence.cron("0 0 13 * FRI", "UTC").next(FROM, 3))
        .map(Instant::toString)
        .containsExactly("2026-01-02T00:00:00Z", "2026-01-09T00:00:00Z", "2026-01-13T00:00:00Z");
    assertThat(Recurrence.cron("0 0 */2 * FRI", "UTC").next(FROM, 2))
        .map(Instant::toString)
        .containsExactly("2026-01-09T00:00:00Z", "2026-01-23T00:00:00Z");
  }

  @Test
  void everyBeginsAtItsFirstTimeAndKeepsItsRate() {
    assertThat(HOURLY.next(FROM.minusNanos(1))).contains(FROM);
    assertThat(HOURLY.next(FROM)).contains(FROM.plus(Duration.ofHours(1)));
    assertThat(HOURLY.next(FROM.plus(Duration.ofDays(10_000)).plusNanos(1)))
        .contains(FROM.plus(Duration.ofDays(10_000)).plus(Duration.ofHours(1)));
    assertThat(HOURLY.next(Instant.MIN, 2)).containsExactly(FROM, FROM.plus(Duration.ofHours(1)));
  }

  @Property
  void everyIsDueAtEachWholeInterval(
      @ForAll @IntRange(min = 1, max = 366 * 86_400) int seconds,
      @ForAll @LongRange(max = 3_000_000_000_000L) long after) {
    var interval = Duration.ofSeconds(seconds);
    Instant now = FROM.plusMillis(after);

    assertThat(new Recurrence.Every(interval, FROM).next(now))
        .hasValueSatisfying(
            due -> {
              assertThat(due).isAfter(now).isBeforeOrEqualTo(now.plus(interval));
              assertThat(Duration.between(FROM, due).toSeconds() % seconds).isZero();
            });
  }

  @Test
  void onceIsDueOnce() {
    var once = new Recurrence.Once(FROM);

    assertThat(once.next(Instant.MIN, 5)).containsExactly(FROM);
    assertThat(once.next(FROM)).isEmpty();
  }

  @Test
  void nothingIsDueAfterTheYear9999() {
    for (var recurrence :
        List.of(
            HOURLY,
            new Recurrence.Once(FROM),
            Recurrence.cron("* * * * * *", "UTC"),
            Recurrence.cron("* * * * *", "America/New_York"))) {
      assertThat(recurrence.next(Recurrence.LATEST)).isEmpty();
      assertThat(recurrence.next(Instant.MAX)).isEmpty();
    }
  }

  /** Otherwise a due time that a database shortened would be due again. */
  @Test
  void keepsInstantsToTheMillisecond() {
    Instant odd = FROM.plusNanos(1_999_999);

    assertThat(new Recurrence.Once(odd).at()).isEqualTo(FROM.plusMillis(1));
    assertThat(new Recurrence.Every(Duration.ofSeconds(1), odd).from())
        .isEqualTo(FROM.plusMillis(1));
  }

  @Test
  void refusesIntervalsAndInstantsOutOfBounds() {
    for (var interval :
        List.of(
            Duration.ofMillis(999),
            Duration.ofMillis(1500),
            Duration.ZERO,
            Duration.ofDays(-1),
            Duration.ofDays(366).plusSeconds(1))) {
      assertThatThrownBy(() -> new Recurrence.Every(interval, FROM))
          .isInstanceOf(InvalidRecurrenceException.class)
          .hasMessage(
              "interval %s is not 1 second (PT1S) to 366 days (PT8784H) in whole seconds",
              interval);
    }
    assertThatThrownBy(() -> new Recurrence.Once(Instant.EPOCH.minusSeconds(1)))
        .isInstanceOf(InvalidRecurrenceException.class)
        .hasMessage("at 1969-12-31T23:59:59Z is not in the years 1970 to 9999 (UTC)");
    assertThatThrownBy(
            () -> new Recurrence.Every(Duration.ofDays(1), Recurrence.LATEST.plusSeconds(1)))
        .isInstanceOf(InvalidRecurrenceException.class)
        .hasMessageStartingWith("from +10000-01-01T00:00:00Z is not in the years 1970 to 9999");
  }

  @ParameterizedTest
  @CsvSource({"+02:00", "Z", "UTC+2", "GMT+02:00", "Mars/Olympus", "europe/berlin", "''"})
  void refusesZonesThatAreNotRegions(String zone) {
    assertThatThrownBy(() -> Recurrence.cron("* * * * *", zone))
        .isInstanceOf(InvalidRecurrenceException.class)
        .hasMessage(
            "zone '%s' is neither a region of the IANA time zone database, such as Europe/Berlin,"
                + " nor UTC",
            zone);
  }

  @Test
  void refusesOffsetsInEveryForm() {
    assertThatThrownBy(() -> new Recurrence.Cron("* * * * *", ZoneOffset.UTC))
        .isInstanceOf(InvalidRecurrenceException.class)
        .hasMessageStartingWith("zone 'Z' is neither");
  }
}
