package dev.reprise.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.QuietLog;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A database in which nothing can be written is noticed before the first write fails. */
@QuietLog
class StoreHealthTest {

  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");

  private final ManualClock clock = new ManualClock(BEGUN);
  private final StoreHealth health = new StoreHealth(clock);

  @Test
  void aWriteThatHangsCountsAsFailing() {
    health.began();
    clock.moveTo(BEGUN.plusSeconds(5));
    assertThat(health.failingSince()).isEmpty();

    clock.moveTo(BEGUN.plusSeconds(6));

    assertThat(health.failingSince()).contains(BEGUN);
  }

  @Test
  void aWriteThatEndsHangsNoMore() {
    health.began();
    clock.moveTo(BEGUN.plusSeconds(6));

    health.worked();

    assertThat(health.failingSince()).isEmpty();
  }

  @Test
  void retriesContinueTheSeriesOfTheFirstFailure() {
    health.began();
    clock.moveTo(BEGUN.plusSeconds(10));
    health.failed(1, new SQLException("cancelled", "57014"));
    health.began();
    clock.moveTo(BEGUN.plusSeconds(30));

    assertThat(health.failingSince()).contains(BEGUN.plusSeconds(10));
  }
}
