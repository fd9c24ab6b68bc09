package dev.reprise.platform.jdbc;

import dev.reprise.platform.Causes;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Keeps an outage of the database from filling the log: every timer and request meets it, many
 * times a second. The first failure is logged without its stack trace, then one a minute with the
 * number of those left out, and a line when there has been none for {@link #QUIET}. All other lines
 * pass.
 */
final class OutageLog extends Handler {

  private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);
  private static final Duration QUIET = Duration.ofSeconds(10);
  private static final Logger PRODUCT = Logger.getLogger("dev.reprise");

  /** Has a line for each certificate of another host, which is also the reason of a failure. */
  private static final Logger HOST_NAMES =
      Logger.getLogger("org.postgresql.ssl.PGjdbcHostnameVerifier");

  private final Logger next;
  private final Clock clock;
  private Optional<Instant> since = Optional.empty();
  private Instant said = Instant.MIN;
  private Instant last = Instant.MIN;
  private long leftOut;

  /**
   * @param next whose handlers write the lines
   */
  OutageLog(Logger next, Clock clock) {
    this.next = next;
    this.clock = clock;
  }

  /** Takes the lines of the product, in place of the handlers of the whole server. */
  void begin() {
    PRODUCT.addHandler(this);
    PRODUCT.setUseParentHandlers(false);
    HOST_NAMES.setLevel(Level.OFF);
  }

  void end() {
    HOST_NAMES.setLevel(null);
    PRODUCT.setUseParentHandlers(true);
    PRODUCT.removeHandler(this);
  }

  @Override
  public void publish(LogRecord line) {
    Optional<String> reason = outage(line).map(DatabaseWait::reason);
    if (reason.isEmpty()) {
      write(line);
      return;
    }
    summary(reason.get(), line).ifPresent(this::write);
  }

  private static Optional<Throwable> outage(LogRecord line) {
    return Optional.ofNullable(line.getThrown())
        .filter(thrown -> Causes.of(thrown).anyMatch(it -> isOutage(it)));
  }

  /** A transaction that lost against another one is no outage. */
  private static boolean isOutage(Throwable cause) {
    return cause instanceof SQLException e
        && SqlErrors.isUnavailable(e)
        && !SqlErrors.isRolledBack(e);
  }

  private synchronized Optional<LogRecord> summary(String reason, LogRecord line) {
    Instant now = clock.instant();
    last = now;
    if (since.isEmpty()) {
      since = Optional.of(now);
    } else if (now.isBefore(said.plus(BETWEEN_LINES))) {
      leftOut++;
      return Optional.empty();
    }
    var summary =
        new LogRecord(
            Level.WARNING,
            "the database cannot be used since %s: %s; the first to meet it: %s (%d more since the last line)"
                .formatted(since.get(), reason, message(line), leftOut));
    summary.setLoggerName(OutageLog.class.getName());
    said = now;
    leftOut = 0;
    return Optional.of(summary);
  }

  private static String message(LogRecord line) {
    return String.valueOf(line.getMessage()).lines().findFirst().orElse("");
  }

  /** Says that the outage is over, if there was one and no failure has come for a while. */
  void poll() {
    over().ifPresent(this::write);
  }

  private synchronized Optional<LogRecord> over() {
    if (since.isEmpty() || clock.instant().isBefore(last.plus(QUIET))) {
      return Optional.empty();
    }
    var over =
        new LogRecord(
            Level.INFO,
            "the database can be used again; its last failure came after %s (%d more since the last line)"
                .formatted(Duration.between(since.get(), last), leftOut));
    over.setLoggerName(OutageLog.class.getName());
    since = Optional.empty();
    leftOut = 0;
    return Optional.of(over);
  }

  private void write(LogRecord line) {
    Arrays.stream(next.getHandlers()).forEach(handler -> handler.publish(line));
  }

  @Override
  public void flush() {
    Arrays.stream(next.getHandlers()).forEach(Handler::flush);
  }

  @Override
  public void close() {
    // the handlers of the server belong to the server
  }
}
