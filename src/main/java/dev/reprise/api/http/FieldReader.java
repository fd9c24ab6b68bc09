package dev.reprise.api.http;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of a body and collects all errors, so that a client gets them in one response. A
 * wrong value counts as absent until {@link #check}. Tested by {@code ScheduleRequestParserTest}.
 */
public final class FieldReader {

  private final List<FieldError> errors = new ArrayList<>();

  /** Adds an error. */
  public void wrong(String path, String rule) {
    errors.add(new FieldError(path, rule));
  }

  public void wrong(List<FieldError> more) {
    errors.addAll(more);
  }

  /** Returns whether this value has an error. */
  public boolean isWrong(String path) {
    return errors.stream().anyMatch(error -> error.path().equals(path));
  }

  /**
   * Refuses the body if there is any error.
   *
   * @throws ProblemException of this type, which has each error
   */
  public void check(ProblemType type) {
    if (!errors.isEmpty()) {
      throw ProblemException.of(type, errors);
    }
  }

  /** Returns a duration of whole seconds within these bounds. */
  public Duration duration(
      String path, @Nullable String text, Duration absent, String min, String max) {
    if (text == null) {
      return absent;
    }
    try {
      Duration duration = Duration.parse(text);
      if (duration.equals(duration.truncatedTo(ChronoUnit.SECONDS))
          && duration.compareTo(Duration.parse(min)) >= 0
          && duration.compareTo(Duration.parse(max)) <= 0) {
        return duration;
      }
    } catch (DateTimeParseException | ArithmeticException e) {
      // the error is added below
    }
    wrong(
        path,
        "must be a duration in whole seconds from %s to %s, such as PT5M".formatted(min, max));
    return absent;
  }

  public Optional<Instant> instant(String path, @Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    Optional<Instant> time = RequestTime.read(text);
    if (time.isEmpty()) {
      wrong(path, RequestTime.RULE);
    }
    return time;
  }

  public int number(String path, @Nullable Integer number, int absent, int min, int max) {
    if (number == null) {
      return absent;
    }
    if (number < min || number > max) {
      wrong(path, "must be a whole number from %d to %d".formatted(min, max));
      return absent;
    }
    return number;
  }

  /** Returns the constant that a word in lower case names. */
  public <E extends Enum<E>> E word(String path, @Nullable String word, E absent) {
    if (word == null) {
      return absent;
    }
    E[] all = absent.getDeclaringClass().getEnumConstants();
    Optional<E> found = Arrays.stream(all).filter(each -> word(each).equals(word)).findFirst();
    if (found.isEmpty()) {
      wrong(
          path,
          "must be one of "
              + Arrays.stream(all).map(FieldReader::word).collect(Collectors.joining(", ")));
    }
    return found.orElse(absent);
  }

  /** Returns the word for a constant. */
  public static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
