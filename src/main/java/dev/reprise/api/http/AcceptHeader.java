package dev.reprise.api.http;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The media types that a client accepts (RFC 9110, section 12.5.1). Of the parameters of a type
 * only its weight counts. Tested by {@code AcceptHeaderTest}.
 *
 * @param ranges in the order of the header
 */
public record AcceptHeader(List<Range> ranges) {

  private static final String NAME = "Accept";
  private static final String ANY = "*/*";

  /** A lone asterisk is what old clients send for all types. */
  private static final Pattern RANGE =
      Pattern.compile(
          "(\\*|%1$s/%1$s)\\s*+((?:;(?:[^;\"]|\"[^\"]*+\")*+)*+)"
              .formatted("[\\w!#$%&'*+.^`|~-]++"));

  private static final Pattern WEIGHT =
      Pattern.compile(";\\s*+q\\s*+=([^;]*+)", Pattern.CASE_INSENSITIVE);

  private static final Pattern NUMBER = Pattern.compile("1(?:\\.0*)?|0?(?:\\.\\d{1,9})|0\\.?");

  public AcceptHeader {
    ranges = List.copyOf(ranges);
  }

  /**
   * Types that are accepted.
   *
   * @param type such as {@code text/plain}, {@code text/*} or {@code *}{@code /*}
   * @param weight from 0, which refuses them, to 1
   */
  record Range(String type, double weight) {

    private boolean includes(String other) {
      return type.equals(other)
          || type.equals(ANY)
          || (type.endsWith("/*") && other.startsWith(type.substring(0, type.length() - 1)));
    }

    private int precision() {
      if (type.equals(ANY)) {
        return 0;
      }
      return type.endsWith("/*") ? 1 : 2;
    }
  }

  /**
   * Reads the header of a request; without one, each type is accepted.
   *
   * @throws ProblemException if it is no list of media types
   */
  public static AcceptHeader of(HttpServletRequest request) {
    return of(String.join(",", Collections.list(request.getHeaders(NAME))));
  }

  static AcceptHeader of(String header) {
    String list = header.isBlank() ? ANY : header;
    // as the framework does it, which fails on what this refuses
    return new AcceptHeader(
        Stream.of(list.split(",")).map(String::strip).map(AcceptHeader::range).toList());
  }

  private static Range range(String text) {
    Matcher range = RANGE.matcher(text);
    if (!range.matches()) {
      throw unreadable();
    }
    String type = range.group(1).toLowerCase(Locale.ROOT);
    Matcher weight = WEIGHT.matcher(range.group(2));
    return new Range(type.equals("*") ? ANY : type, weight.find() ? number(weight.group(1)) : 1);
  }

  private static double number(String weight) {
    String number = weight.strip();
    if (!NUMBER.matcher(number).matches()) {
      throw unreadable();
    }
    return Double.parseDouble(number);
  }

  private static ProblemException unreadable() {
    return ProblemException.parameter(
        NAME, "must be a list of media types, such as application/json;q=0.9");
  }

  /** Returns whether a type is accepted. */
  public boolean accepts(String type) {
    return weight(mostPrecise(type)) > 0;
  }

  /**
   * Returns whether the header names a type and accepts it rather than another. Of two with the
   * same weight it is the first one.
   */
  public boolean prefers(String type, String other) {
    Optional<Range> named = ranges.stream().filter(it -> it.type().equals(type)).findFirst();
    Optional<Range> others = mostPrecise(other);
    int order = Double.compare(weight(named), weight(others));
    boolean isFirst =
        named.isPresent()
            && others.filter(it -> ranges.indexOf(it) < ranges.indexOf(named.get())).isEmpty();
    return weight(named) > 0 && (order > 0 || (order == 0 && isFirst));
  }

  private static double weight(Optional<Range> range) {
    return range.map(Range::weight).orElse(0.0);
  }

  private Optional<Range> mostPrecise(String type) {
    return ranges.stream()
        .filter(it -> it.includes(type))
        .max(Comparator.comparingInt(Range::precision));
  }
}
