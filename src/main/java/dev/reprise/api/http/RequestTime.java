package dev.reprise.api.http;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** A time that a client sends. Its year has four digits: the databases know no others. */
public final class RequestTime {

  /** What a time must be; reads on from the name of a member or a parameter. */
  public static final String RULE =
      "must be a time such as 2030-01-31T08:00:00Z, of the years 0001 to 9999";

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant AFTER_LAST = Instant.parse("+10000-01-01T00:00:00Z");

  private RequestTime() {}

  /** Returns the time that a text is; empty if it is not one that is allowed. */
  public static Optional<Instant> read(String text) {
    try {
      return Optional.of(Instant.parse(text))
          .filter(time -> !time.isBefore(FIRST) && time.isBefore(AFTER_LAST));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }
}
