package dev.reprise.api.http;

import java.time.Instant;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads words, numbers and times from a request's query and headers. */
public final class QueryParameters {

  private QueryParameters() {}

  /**
   * Returns a time of the request.
   *
   * @param absent the result if the request does not have it
   * @throws ProblemException if the text is not a {@link RequestTime}
   */
  public static Instant instant(String name, @Nullable String text, Instant absent) {
    if (text == null) {
      return absent;
    }
    return RequestTime.read(text)
        .orElseThrow(() -> ProblemException.parameter(name, RequestTime.RULE));
  }

  /**
   * Returns a number of the request.
   *
   * @param absent the result if the request does not have it
   * @throws ProblemException if the text is not a number from {@code min} to {@code max}
   */
  public static long number(String name, @Nullable String text, long absent, long min, long max) {
    if (text == null) {
      return absent;
    }
    if (text.matches("\\d{1,18}")) {
      long number = Long.parseLong(text);
      if (number >= min && number <= max) {
        return number;
      }
    }
    throw ProblemException.parameter(
        name,
        max == Long.MAX_VALUE
            ? "must be a whole number of at least " + min
            : "must be a whole number from %d to %d".formatted(min, max));
  }

  /**
   * Returns the one of these choices that a word of the request names.
   *
   * @throws ProblemException if the word names none of them; says which words are allowed
   */
  public static <T> T oneOf(
      String name, String word, Collection<T> choices, Function<T, String> wordOf) {
    return choices.stream()
        .filter(choice -> wordOf.apply(choice).equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                ProblemException.parameter(
                    name,
                    choices.stream()
                        .map(wordOf)
                        .collect(Collectors.joining(", ", "must be one of ", ""))));
  }
}
