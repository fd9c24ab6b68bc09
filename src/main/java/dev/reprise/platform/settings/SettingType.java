package dev.reprise.platform.settings;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the value of a setting may be. Tested by {@code DeclaredSettingsTest}.
 *
 * @param name one word, such as {@code duration}
 * @param allowed what is allowed, in words that follow "must be"
 * @param reader reads the text of a value; throws an {@link IllegalArgumentException} or a {@link
 *     java.time.DateTimeException} if it is not allowed
 */
public record SettingType<T>(String name, String allowed, Function<String, T> reader) {

  private static final Pattern COMMA = Pattern.compile("(?<!\\\\),");

  /** Returns the same type with fewer values: those for which {@code rule} holds. */
  public SettingType<T> where(Predicate<T> rule, String nowAllowed) {
    return new SettingType<>(
        name,
        nowAllowed,
        text -> {
          T value = reader.apply(text);
          if (!rule.test(value)) {
            throw new IllegalArgumentException();
          }
          return value;
        });
  }

  /** Any text. */
  public static SettingType<String> text() {
    return new SettingType<>("text", "a text", Function.identity());
  }

  /** The path of a file or directory. */
  public static SettingType<Path> path() {
    return new SettingType<>("path", "a path", Path::of);
  }

  /** {@code true} or {@code false}. */
  public static SettingType<Boolean> flag() {
    return new SettingType<>("boolean", "true or false", SettingType::flag);
  }

  private static boolean flag(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException();
    };
  }

  /** One of the constants, in lower case with {@code -} between words. */
  public static <E extends Enum<E>> SettingType<E> choice(Class<E> constants) {
    List<E> all = Arrays.asList(constants.getEnumConstants());
    return new SettingType<>(
        "choice",
        all.stream().map(SettingType::word).collect(Collectors.joining(" or ")),
        text ->
            all.stream()
                .filter(one -> word(one).equals(text.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** One of some words. */
  public static SettingType<String> choice(String... words) {
    List<String> all = List.of(words);
    return new SettingType<>("choice", String.join(" or ", all), Function.identity())
        .where(all::contains, String.join(" or ", all));
  }

  /** A whole number of at least {@code min}. */
  public static SettingType<Integer> integer(int min) {
    return integer(min, Integer.MAX_VALUE);
  }

  /** A whole number of at least {@code min} and at most {@code max}. */
  public static SettingType<Integer> integer(int min, int max) {
    return range("integer", "a whole number", Integer::valueOf, min, max, Integer.MAX_VALUE);
  }

  /** A whole number that may be large, such as a number of bytes, of at least {@code min}. */
  public static SettingType<Long> number(long min) {
    return number(min, Long.MAX_VALUE);
  }

  /** A whole number that may be large, of at least {@code min} and at most {@code max}. */
  public static SettingType<Long> number(long min, long max) {
    return range("integer", "a whole number", Long::valueOf, min, max, Long.MAX_VALUE);
  }

  /** A decimal number of at least {@code min}. */
  public static SettingType<BigDecimal> decimal(String min) {
    var least = new BigDecimal(min);
    return new SettingType<>("decimal", "", BigDecimal::new)
        .where(value -> value.compareTo(least) >= 0, "a number of at least " + min);
  }

  /** A decimal number of at least {@code min} and at most {@code max}. */
  public static SettingType<Double> decimal(double min, double max) {
    return new SettingType<>("decimal", "", Double::valueOf)
        .where(
            value -> value >= min && value <= max,
            "a number from %s to %s".formatted(plain(min), plain(max)));
  }

  private static String plain(double number) {
    return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
  }

  /** An ISO-8601 duration of at least {@code min}, such as {@code PT1S}. */
  public static SettingType<Duration> duration(String min) {
    Duration least = Duration.parse(min);
    return new SettingType<>("duration", "", Duration::parse)
        .where(value -> value.compareTo(least) >= 0, "a duration of at least " + min);
  }

  /** An ISO-8601 duration of at least {@code min} and at most {@code max}. */
  public static SettingType<Duration> duration(String min, String max) {
    Duration most = Duration.parse(max);
    return duration(min)
        .where(value -> value.compareTo(most) <= 0, "a duration from %s to %s".formatted(min, max));
  }

  /** Texts, separated by commas; {@code \,} is a comma within one. */
  public static SettingType<List<String>> list() {
    return new SettingType<>("list", "a list, comma separated", SettingType::texts);
  }

  /** Values of another type, separated by commas. */
  public static <T> SettingType<List<T>> list(SettingType<T> element) {
    return new SettingType<>(
        "list",
        "a list, comma separated, each " + element.allowed,
        text -> texts(text).stream().map(element.reader).toList());
  }

  private static List<String> texts(String list) {
    return Arrays.stream(COMMA.split(list))
        .map(text -> text.strip().replace("\\,", ","))
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private static <N extends Comparable<N>> SettingType<N> range(
      String name, String noun, Function<String, N> reader, N min, N max, N unlimited) {
    return new SettingType<>(name, noun, reader)
        .where(
            value -> value.compareTo(min) >= 0 && value.compareTo(max) <= 0,
            max.equals(unlimited)
                ? "%s of at least %s".formatted(noun, min)
                : "%s from %s to %s".formatted(noun, min, max));
  }
}
