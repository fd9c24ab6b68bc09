package dev.reprise.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.execution.tool.ManualClock;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** An outage is said when it begins, once a minute, and when it is over. */
class OutageLogTest {

  private static final Instant BEGUN = Instant.parse("2026-01-01T00:00:00Z");
  private final SQLException away = new SQLException("refused", "08001");

  private final ManualClock clock = new ManualClock(BEGUN);
  private final List<LogRecord> written = new ArrayList<>();
  private final OutageLog log = new OutageLog(writer(), clock);

  @Test
  void saysTheFirstFailureWithoutAStackTraceAndOneAMinute() {
    for (int second = 0; second <= 90; second++) {
      clock.moveTo(BEGUN.plusSeconds(second));
      log.publish(failure(away));
    }

    assertThat(written)
        .extracting(LogRecord::getMessage)
        .containsExactly(
            "the database cannot be used since 2026-01-01T00:00:00Z: refused; the first to meet it:"
                + " the queue could not be read (0 more since the last line)",
            "the database cannot be used since 2026-01-01T00:00:00Z: refused; the first to meet it:"
                + " the queue could not be read (59 more since the last line)");
    assertThat(written).extracting(LogRecord::getThrown).containsOnlyNulls();
  }

  @Test
  void saysWhenNoFailureHasComeForAWhile() {
    log.publish(failure(away));
    clock.moveTo(BEGUN.plusSeconds(30));
    log.publish(failure(new IllegalStateException(away)));

    clock.moveTo(BEGUN.plusSeconds(39));
    log.poll();
    assertThat(written).hasSize(1);
    clock.moveTo(BEGUN.plusSeconds(40));
    log.poll();
    log.poll();

    assertThat(written)
        .hasSize(2)
        .last()
        .extracting(LogRecord::getMessage)
        .isEqualTo(
            "the database can be used again; its last failure came after PT30S (1 more since the"
                + " last line)");
  }

  @Test
  void keepsBackWhatTheDriverSaysOfEachCertificate() {
    Logger driver = Logger.getLogger("org.postgresql.ssl.PGjdbcHostnameVerifier");

    log.begin();
    assertThat(driver.isLoggable(Level.SEVERE)).isFalse();

    log.end();
    assertThat(driver.isLoggable(Level.SEVERE)).isTrue();
  }

  @Test
  void passesAllOtherLinesOn() {
    List<LogRecord> others =
        List.of(
            failure(new SQLException("duplicate", "23505")),
            failure(new SQLException("deadlock", "40P01")),
            failure(new IllegalStateException("a fault")),
            new LogRecord(Level.INFO, "a run ended"));

    others.forEach(log::publish);

    assertThat(written).isEqualTo(others);
  }

  private static LogRecord failure(Exception cause) {
    var line = new LogRecord(Level.WARNING, "the queue could not be read");
    line.setThrown(cause);
    return line;
  }

  private Logger writer() {
    Logger logger = Logger.getAnonymousLogger();
    logger.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            written.add(line);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    return logger;
  }
}
