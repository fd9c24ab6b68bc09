package dev.reprise.platform.document;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.format.Format;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** The format {@code duration}: ISO 8601 of days, hours, minutes and seconds. */
enum DurationFormat implements Format {
  INSTANCE;

  static Optional<Duration> parse(String text) {
    try {
      return Optional.of(Duration.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  @Override
  public String getName() {
    return "duration";
  }

  @Override
  public boolean matches(ExecutionContext context, String value) {
    return parse(value).isPresent();
  }
}
