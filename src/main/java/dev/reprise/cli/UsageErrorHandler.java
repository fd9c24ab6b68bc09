package dev.reprise.cli;

import dev.reprise.cli.options.ConnectionChoice;
import dev.reprise.client.http.IdempotencyKey;
import dev.reprise.platform.PlainText;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.UUID;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says on standard error what is wrong with a command, and where the command is described. The
 * description itself would push that line off the screen.
 */
final class UsageErrorHandler implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException wrong, String[] arguments) {
    CommandLine command = wrong.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(
        PlainText.of(String.valueOf(wrong.getMessage()).replace("option option", "option")));
    UnmatchedArgumentException.printSuggestions(wrong, err);
    err.printf("Try '%s --help'.%n", command.getCommandSpec().qualifiedName());
    return command.getCommandSpec().exitCodeOnInvalidInput();
  }

  /** Reads a duration, and says how one is written. */
  static Duration duration(String text) {
    try {
      return Duration.parse(text);
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          "must be an ISO-8601 duration such as PT10M; it is '%s'".formatted(text));
    }
  }

  /** Reads a time. */
  static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new TypeConversionException(
          "must be a time such as 2026-01-31T12:00:00Z; it is '%s'".formatted(text));
    }
  }

  /** Reads an address. */
  static URI address(String text) {
    try {
      return ConnectionChoice.address(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }

  /** Reads the id of a run. */
  static UUID id(String text) {
    try {
      return UUID.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(
          "must be an id such as 123e4567-e89b-12d3-a456-426614174000; it is '%s'".formatted(text));
    }
  }

  /** Reads the key of a request. */
  static IdempotencyKey key(String text) {
    try {
      return new IdempotencyKey(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("must have 1 to 200 visible ASCII characters");
    }
  }
}
