package dev.reprise.model;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a {@link StubProvider} answers.
 *
 * @param pieces of the body, each sent for itself
 * @param ending what comes behind them
 */
public record StubAnswer(
    int status, Map<String, String> headers, List<String> pieces, Ending ending) {

  /** How an answer ends. */
  public enum Ending {
    /** As it should. */
    COMPLETE,
    /** The connection is closed in the middle of it. */
    CUT,
    /** The connection is reset in the middle of it. */
    RESET,
    /** Nothing comes any more, and the connection stays open. */
    STALL,
    /** Nothing comes at all, not even the status. */
    SILENT
  }

  public StubAnswer {
    headers = Map.copyOf(headers);
    pieces = List.copyOf(pieces);
  }

  /** An answer in one piece. */
  public static StubAnswer json(int status, String body) {
    return new StubAnswer(
        status, Map.of("Content-Type", "application/json"), List.of(body), Ending.COMPLETE);
  }

  /** An answer piece by piece. */
  public static StubAnswer stream(String contentType, List<String> pieces) {
    return new StubAnswer(200, Map.of("Content-Type", contentType), pieces, Ending.COMPLETE);
  }

  /** Returns the same with another header. */
  public StubAnswer with(String header, String value) {
    var more = new TreeMap<>(headers);
    more.put(header, value);
    return new StubAnswer(status, more, pieces, ending);
  }

  /** Returns the same with this status. */
  public StubAnswer status(int other) {
    return new StubAnswer(other, headers, pieces, ending);
  }

  /** Returns the first half of all it would say, in the middle of a piece, and this ending. */
  public StubAnswer half(Ending end) {
    String all = String.join("", pieces);
    String half = all.substring(0, all.length() / 2);
    return new StubAnswer(status, headers, List.of(half), end);
  }

  /** Returns the same with one more piece in front of the last so many. */
  public StubAnswer before(int last, String piece) {
    int at = pieces.size() - last;
    List<String> more =
        Stream.of(pieces.subList(0, at), List.of(piece), pieces.subList(at, pieces.size()))
            .flatMap(List::stream)
            .toList();
    return new StubAnswer(status, headers, more, ending);
  }

  /** Returns the same without the last so many pieces, as if it were all. */
  public StubAnswer without(int last) {
    return new StubAnswer(status, headers, pieces.subList(0, pieces.size() - last), ending);
  }
}
