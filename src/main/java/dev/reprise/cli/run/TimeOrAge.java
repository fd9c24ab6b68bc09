package dev.reprise.cli.run;

import static java.util.Objects.requireNonNull;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a time, or how long ago it was: a number of minutes, hours or days. */
final class TimeOrAge implements ITypeConverter<Instant> {

  private static final Pattern AGE = Pattern.compile("([0-9]{1,6})([mhd])");

  private static final Map<String, Duration> UNITS =
      Map.of("m", Duration.ofMinutes(1), "h", Duration.ofHours(1), "d", Duration.ofDays(1));

  private final Clock clock;

  TimeOrAge() {
    this(Clock.systemUTC());
  }

  TimeOrAge(Clock clock) {
    this.clock = clock;
  }

  @Override
  public Instant convert(String text) {
    Matcher age = AGE.matcher(text);
    if (age.matches()) {
      Duration unit = requireNonNull(UNITS.get(age.group(2)));
      return clock.instant().minus(unit.multipliedBy(Long.parseLong(age.group(1))));
    }
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          "must be a time such as 2026-01-31T12:00:00Z, or how long ago: 90m, 24h or 7d; it is '%s'"
              .formatted(text));
    }
  }
}
