package dev.reprise.api.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import dev.reprise.fixture.QuietLog;
import dev.reprise.platform.jdbc.DatabaseException;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Metrics of the database are shown, as they last were, whatever the database does. */
@QuietLog
class LastReadingsTest {

  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");

  private final ManualClock clock = new ManualClock(BEGUN);

  @Test
  void showsWhatTheDatabaseSays() {
    var readings = new LastReadings(Runnable::run, clock);
    readings.add("runs", gauge -> gauge.record(7));

    assertThat(shown(readings)).containsExactly(7.0);
    assertThat(readings.age()).isZero();
  }

  @Test
  void showsTheLastStateAndItsAgeWhileTheDatabaseFails() {
    var readings = new LastReadings(Runnable::run, clock);
    readings.add(
        "runs",
        gauge -> {
          if (clock.instant().isAfter(BEGUN)) {
            throw new DatabaseException(new SQLException("away", "08006"));
          }
          gauge.record(7);
        });
    assertThat(shown(readings)).containsExactly(7.0);

    clock.moveTo(BEGUN.plusSeconds(30));

    assertThat(shown(readings)).containsExactly(7.0);
    assertThat(readings.age()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  @Timeout(20)
  void doesNotWaitForADatabaseThatHangs() {
    var hangs = new CountDownLatch(1);
    try (var executor = Executors.newSingleThreadExecutor()) {
      var readings = new LastReadings(executor, clock);
      readings.add("runs", gauge -> await(hangs));

      assertThat(shown(readings)).isEmpty();

      hangs.countDown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static List<Double> shown(LastReadings readings) {
    List<Double> shown = new ArrayList<>();
    readings.show(
        "runs",
        new ObservableDoubleMeasurement() {
          @Override
          public void record(double value) {
            shown.add(value);
          }

          @Override
          public void record(double value, Attributes attributes) {
            shown.add(value);
          }
        });
    return shown;
  }
}
