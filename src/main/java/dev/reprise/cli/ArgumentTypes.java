package dev.reprise.cli;

import dev.reprise.cli.options.ConnectionChoice;
import dev.reprise.client.http.IdempotencyKey;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads the values of options and arguments. Whatever is not one is refused with what it must be,
 * where the converters of picocli name the types of Java. Tested by {@code TypedArgumentsTest}.
 */
final class ArgumentTypes {

  private ArgumentTypes() {}

  /** Has all commands of a program read their values so. */
  static CommandLine addTo(CommandLine program) {
    return program
        .registerConverter(int.class, ArgumentTypes::smallNumber)
        .registerConverter(Integer.class, ArgumentTypes::smallNumber)
        .registerConverter(long.class, ArgumentTypes::number)
        .registerConverter(Long.class, ArgumentTypes::number)
        .registerConverter(BigDecimal.class, ArgumentTypes::decimal)
        .registerConverter(Duration.class, ArgumentTypes::duration)
        .registerConverter(Instant.class, ArgumentTypes::time)
        .registerConverter(URI.class, ArgumentTypes::address)
        .registerConverter(UUID.class, ArgumentTypes::id)
        .registerConverter(IdempotencyKey.class, ArgumentTypes::key);
  }

  private static Long number(String text) {
    try {
      return Long.valueOf(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException("must be a whole number; it is '%s'".formatted(text));
    }
  }

  private static Integer smallNumber(String text) {
    long number = number(text);
    if ((int) number != number) {
      throw new TypeConversionException(
          "must be a whole number from %d to %d; it is '%s'"
              .formatted(Integer.MIN_VALUE, Integer.MAX_VALUE, text));
    }
    return (int) number;
  }

  private static BigDecimal decimal(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new TypeConversionException(
          "must be a number such as 1.50; it is '%s'".formatted(text));
    }
  }

  /** Reads a duration, and says how one is written. */
  private static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          "must be an ISO-8601 duration such as PT10M; it is '%s'".formatted(text));
    }
  }

  /** Reads a time. */
  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          "must be a time such as 2026-01-31T12:00:00Z; it is '%s'".formatted(text));
    }
  }

  /** Reads an address. */
  private static URI address(String text) {
    try {
      return ConnectionChoice.address(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /** Reads the id of a run. */
  private static UUID id(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "must be an id such as 123e4567-e89b-12d3-a456-426614174000; it is '%s'".formatted(text));
    }
  }

  /** Reads the key of a request. */
  private static IdempotencyKey key(String text) {
    try {
      return new IdempotencyKey(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("must have 1 to 200 visible ASCII characters");
    }
  }
}
