package dev.reprise.resilience;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** Reads how long a server asks callers to wait. */
public final class RetryAfterHeader {

  /** Longer waits are cut to this. */
  private static final Duration LONGEST = Duration.ofDays(30);

  private RetryAfterHeader() {}

  /**
   * Reads the header {@code Retry-After} in both of its forms, seconds and an HTTP date.
   *
   * @param value the header's value
   * @param now the time that a date is compared with
   * @return at least zero, at most 30 days; empty if the value is neither form
   * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#name-retry-after">RFC 9110, 10.2.3</a>
   */
  public static Optional<Duration> parse(String value, Instant now) {
    String text = value.strip();
    if (text.matches("[0-9]{1,9}")) {
      return Optional.of(within(Duration.ofSeconds(Long.parseLong(text))));
    }
    try {
      Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Optional.of(within(Duration.between(now, date)));
    } catch (DateTimeException e) {
      return Optional.empty(); // the header is only a request, so an unreadable one is ignored
    }
  }

  private static Duration within(Duration wait) {
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
  }
}
