package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.execution.tool.ManualClock;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A start waits for what the database, or its administrator, may mend. */
class DatabaseWaitTest {

  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");

  private final ManualClock clock = new ManualClock(BEGUN);
  private final AtomicInteger attempts = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08001", "08006", "57P03", "53300", "28P01", "3D000", "42501", "3F000", "25006", "XJ040"
      })
  void waitsForADatabaseThatCannotBeUsedYet(String state) throws InterruptedException {
    wait(Duration.ofMinutes(5)).until(() -> failUntil(Duration.ofMinutes(3), state));

    assertThat(clock.instant()).isEqualTo("2026-01-01T00:03:00Z");
  }

  @Test
  void endsWithTheLastFailureWhenTheTimeIsOver() {
    assertThatThrownBy(
            () -> wait(Duration.ofMinutes(2)).until(() -> failUntil(Duration.ofHours(1), "08001")))
        .hasRootCauseMessage("no: 08001");
    assertThat(clock.instant()).isEqualTo("2026-01-01T00:02:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"42601", "42P01", "23505"})
  void doesNotWaitForWhatEachAttemptMeets(String state) {
    assertThatThrownBy(
            () -> wait(Duration.ofMinutes(2)).until(() -> failUntil(Duration.ofHours(1), state)))
        .hasRootCauseMessage("no: " + state);
    assertThat(attempts).hasValue(1);
  }

  private void failUntil(Duration time, String state) {
    attempts.incrementAndGet();
    if (clock.instant().isBefore(BEGUN.plus(time))) {
      throw new IllegalStateException("not yet", new SQLException("no: " + state, state));
    }
  }

  private DatabaseWait wait(Duration limit) {
    return new DatabaseWait(limit, clock, () -> clock.moveTo(clock.instant().plusSeconds(1)));
  }
}
