package dev.reprise.schedule.recurrence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Cron expressions where clocks are put forward and back. */
class DaylightSavingTest {

  private static List<String> due(String expression, String zone, String after, int count) {
    return Recurrence.cron(expression, zone).next(Instant.parse(after), count).stream()
        .map(Instant::toString)
        .toList();
  }

  @Test
  void aSkippedTimeIsDueAtTheEndOfTheGap() {
    assertThat(due("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 2))
        .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
  }

  @Test
  void timesWithinOneGapAreDueOnce() {
    assertThat(due("*/20 2,3 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 3))
        .containsExactly("2026-03-29T01:00:00Z", "2026-03-29T01:20:00Z", "2026-03-29T01:40:00Z");
  }

  @Test
  void aRepeatedTimeIsDueAtItsFirstOccurrence() {
    assertThat(due("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2))
        .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
  }

  @Test
  void whatNamesHoursIsNotDueInTheSecondPass() {
    assertThat(due("* 0-22 * * *", "Europe/Berlin", "2026-10-25T00:59:00Z", 1))
        .containsExactly("2026-10-25T02:00:00Z");
    assertThat(due("* 1,2,3 * * *", "Europe/Berlin", "2026-10-25T01:30:00Z", 2))
        .containsExactly("2026-10-25T02:00:00Z", "2026-10-25T02:01:00Z");
  }

  @Test
  void whatNamesEveryHourGoesOnInTheSecondPass() {
    assertThat(due("*/30 * * * *", "Europe/Berlin", "2026-10-25T00:00:00Z", 5))
        .containsExactly(
            "2026-10-25T00:30:00Z",
            "2026-10-25T01:00:00Z",
            "2026-10-25T01:30:00Z",
            "2026-10-25T02:00:00Z",
            "2026-10-25T02:30:00Z");
    assertThat(due("*/30 0-23 * * *", "Europe/Berlin", "2026-10-25T01:10:00Z", 1))
        .containsExactly("2026-10-25T01:30:00Z");
    assertThat(due("15 * 25 10 *", "Europe/Berlin", "2026-10-25T00:20:00Z", 2))
        .containsExactly("2026-10-25T01:15:00Z", "2026-10-25T02:15:00Z");
    assertThat(due("*/30 * * * *", "Australia/Lord_Howe", "2026-04-04T14:45:00Z", 3))
        .containsExactly("2026-04-04T15:00:00Z", "2026-04-04T15:30:00Z", "2026-04-04T16:00:00Z");
  }

  @Test
  void aSkippedDayIsDueAtItsEnd() {
    assertThat(due("0 12 * * *", "Pacific/Apia", "2011-12-29T12:00:00Z", 3))
        .containsExactly("2011-12-29T22:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T22:00:00Z");
    assertThat(due("0 12 30 12 *", "Pacific/Apia", "2011-12-29T23:00:00Z", 1))
        .containsExactly("2011-12-30T10:00:00Z");
  }

  @Test
  void aSkippedMidnightIsDueAtOneOClock() {
    assertThat(due("0 0 * * *", "Africa/Cairo", "2024-04-25T12:00:00Z", 2))
        .containsExactly("2024-04-25T22:00:00Z", "2024-04-26T21:00:00Z");
    assertThat(due("0 0 * * *", "America/Sao_Paulo", "2018-11-03T12:00:00Z", 2))
        .containsExactly("2018-11-04T03:00:00Z", "2018-11-05T02:00:00Z");
  }

  @Test
  void clocksMayChangeByHalfAnHourOrTwoHours() {
    assertThat(due("15 2 * * *", "Australia/Lord_Howe", "2026-10-03T00:00:00Z", 1))
        .containsExactly("2026-10-03T15:30:00Z");
    assertThat(due("45 1 * * *", "Australia/Lord_Howe", "2026-04-04T12:00:00Z", 2))
        .containsExactly("2026-04-04T14:45:00Z", "2026-04-05T15:15:00Z");
    assertThat(due("0,30 1,2 * * *", "Antarctica/Troll", "2026-03-28T12:00:00Z", 2))
        .containsExactly("2026-03-29T01:00:00Z", "2026-03-29T23:00:00Z");
  }

  @Test
  void hourlyIsDueEveryHour() {
    assertThat(due("0 * * * *", "Europe/Berlin", "2026-10-25T00:00:00Z", 2))
        .containsExactly("2026-10-25T01:00:00Z", "2026-10-25T02:00:00Z");
  }
}
