package dev.reprise.api.stream;

import dev.reprise.agent.message.CallLocation;
import dev.reprise.model.ReplyStreams.SoFar;
import dev.reprise.tool.call.LiveCallProgress.Report;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a client was told of the reply that is arriving and of running calls, and what comes next.
 * These events have no id, because no client can resume from them.
 */
final class LiveDeltas {

  private final Map<CallLocation, Report> calls = new HashMap<>();
  private Optional<SoFar> told = Optional.empty();

  /**
   * A piece of a reply that is arriving. Pieces of an earlier attempt at the same reply are void.
   *
   * @param kind {@code text} or {@code reasoning}
   * @param offset of the piece in the text of its kind in this attempt, in UTF-16 units
   */
  record Piece(String phase, int iteration, int attempt, String kind, int offset, String text) {}

  /** The model is called again for the reply: the pieces told before are void. */
  record Restart(String phase, int iteration, int attempt) {}

  /**
   * How far a tool call is.
   *
   * @param total the value of {@code done} at the end, if it is known
   */
  record Progress(
      String phase,
      int iteration,
      String callId,
      double done,
      Optional<Double> total,
      String message) {}

  /** Returns the texts of events that tell what is new; none if nothing is. */
  List<byte[]> next(LiveSnapshot now) {
    List<byte[]> texts = new ArrayList<>();
    now.reply().ifPresent(reply -> add(texts, reply));
    now.calls().stream()
        .filter(standing -> !standing.equals(calls.get(standing.call())))
        .forEach(
            standing ->
                texts.add(ServerSentEvents.live(StreamEvent.TOOL_CALL_PROGRESS, of(standing))));
    calls.clear();
    now.calls().forEach(standing -> calls.put(standing.call(), standing));
    return texts;
  }

  private static Progress of(Report standing) {
    CallLocation call = standing.call();
    return new Progress(
        call.phase(),
        call.iteration(),
        call.callId(),
        standing.done(),
        standing.total(),
        standing.message());
  }

  private void add(List<byte[]> texts, SoFar now) {
    Optional<SoFar> before = told.filter(now::isOfTheReplyOf);
    if (before.filter(it -> it.attempt() < now.attempt()).isPresent()) {
      texts.add(
          ServerSentEvents.live(
              StreamEvent.MODEL_RESTART, new Restart(now.phase(), now.iteration(), now.attempt())));
    }
    Optional<SoFar> same = told.filter(now::continues);
    add(texts, now, "reasoning", same.map(SoFar::reasoning).orElse(""), now.reasoning());
    add(texts, now, "text", same.map(SoFar::text).orElse(""), now.text());
    told = Optional.of(now);
  }

  private static void add(List<byte[]> texts, SoFar now, String kind, String before, String after) {
    if (after.length() > before.length()) {
      var piece =
          new Piece(
              now.phase(),
              now.iteration(),
              now.attempt(),
              kind,
              before.length(),
              after.substring(before.length()));
      texts.add(ServerSentEvents.live(StreamEvent.MODEL_DELTA, piece));
    }
  }
}
