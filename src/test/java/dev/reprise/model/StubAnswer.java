package dev.reprise.model;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A response of a {@link StubProvider}.
 *
 * @param pieces the pieces of the body, each sent by itself
 * @param ending what happens after the pieces
 */
public record StubAnswer(
    int status, Map<String, String> headers, List<String> pieces, Ending ending) {

  /** How a response ends. */
  public enum Ending {
    /** Completely. */
    COMPLETE,
    /** The connection is closed in the middle of the response. */
    CUT,
    /** The connection is reset in the middle of the response. */
    RESET,
    /** No more bytes come, and the connection stays open. */
    STALL,
    /** No byte comes, not even the status. */
    SILENT
  }

  public StubAnswer {
    headers = Map.copyOf(headers);
    pieces = List.copyOf(pieces);
  }

  /** Creates a response of one piece. */
  public static StubAnswer json(int status, String body) {
    return new StubAnswer(
        status, Map.of("Content-Type", "application/json"), List.of(body), Ending.COMPLETE);
  }

  /** Creates a response of several pieces. */
  public static StubAnswer stream(String contentType, List<String> pieces) {
    return new StubAnswer(200, Map.of("Content-Type", contentType), pieces, Ending.COMPLETE);
  }

  /** Returns this response with one more header. */
  public StubAnswer with(String header, String value) {
    var more = new TreeMap<>(headers);
    more.put(header, value);
    return new StubAnswer(status, more, pieces, ending);
  }

  /** Returns this response with another status. */
  public StubAnswer status(int other) {
    return new StubAnswer(other, headers, pieces, ending);
  }

  /** Returns the first half of this response, cut within a piece, with this ending. */
  public StubAnswer half(Ending end) {
    String all = String.join("", pieces);
    String half = all.substring(0, all.length() / 2);
    return new StubAnswer(status, headers, List.of(half), end);
  }

  /** Returns this response with one more piece before the last {@code last} pieces. */
  public StubAnswer before(int last, String piece) {
    int at = pieces.size() - last;
    List<String> more =
        Stream.of(pieces.subList(0, at), List.of(piece), pieces.subList(at, pieces.size()))
            .flatMap(List::stream)
            .toList();
    return new StubAnswer(status, headers, more, ending);
  }

  /** Returns this response without its last {@code last} pieces. */
  public StubAnswer without(int last) {
    return new StubAnswer(status, headers, pieces.subList(0, pieces.size() - last), ending);
  }
}
