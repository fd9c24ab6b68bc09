package dev.reprise.execution;

import dev.reprise.agent.message.Failure;
import dev.reprise.journal.PayloadTooLargeException;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.journal.codec.EventCodec;
import dev.reprise.journal.store.MemoryFullException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Cuts results of tools to what the record takes. The tool has done its work, so that its result is
 * too large is no reason to end the run. A cut result begins with a note that says how much is left
 * out. Tested by {@code OversizedPayloadsTest}.
 */
final class OversizedResults {

  /** Of the limit: redaction may make a text longer. */
  private static final int SPARE = 8;

  private static final EventCodec CODEC = new EventCodec();

  private OversizedResults() {}

  /** Returns the events with shorter results; empty if none of the results is too large. */
  static Optional<List<RunEvent>> cut(List<RunEvent> events, PayloadTooLargeException refusal) {
    if (refusal instanceof MemoryFullException) {
      return Optional.empty();
    }
    int limit = refusal.limit() - refusal.limit() / SPARE;
    List<RunEvent> cut = events.stream().map(event -> cut(event, limit)).toList();
    return Optional.of(cut).filter(it -> !it.equals(events));
  }

  private static RunEvent cut(RunEvent event, int limit) {
    return switch (event) {
      case ToolCallEvent.Completed done when bytes(done) > limit -> cut(done, limit);
      case ToolCallEvent.Failed failed when bytes(failed) > limit -> cut(failed, limit);
      default -> event;
    };
  }

  private static RunEvent cut(ToolCallEvent.Completed done, int limit) {
    return with(done, cut(done.content(), limit - bytes(with(done, ""))));
  }

  private static ToolCallEvent.Completed with(ToolCallEvent.Completed done, String content) {
    return new ToolCallEvent.Completed(done.location(), content, done.images(), done.limit());
  }

  private static RunEvent cut(ToolCallEvent.Failed failed, int limit) {
    Failure failure = failed.failure();
    int room = limit - bytes(with(failed, new Failure(failure.code(), "")));
    return with(failed, new Failure(failure.code(), cut(failure.message(), room)));
  }

  private static ToolCallEvent.Failed with(ToolCallEvent.Failed failed, Failure failure) {
    return new ToolCallEvent.Failed(failed.location(), failure, failed.retries());
  }

  private static String cut(String text, int room) {
    String note = note(text, 0);
    int end = fitting(text, room - 2 * note.length());
    return note(text, end) + text.substring(0, end);
  }

  private static String note(String text, int end) {
    return String.format(
        Locale.ROOT,
        "[the result was too large for the record: only the first %,d of its %,d bytes were kept]\n",
        bytes(text.substring(0, end)),
        bytes(text));
  }

  /** Returns how many characters fit into this many bytes of JSON. */
  private static int fitting(String text, int room) {
    long bytes = 0;
    int end = 0;
    while (end < text.length()) {
      int character = text.codePointAt(end);
      bytes += bytesOf(character);
      if (bytes > room) {
        return end;
      }
      end += Character.charCount(character);
    }
    return end;
  }

  /** Returns how many bytes the JSON form of a character has. */
  private static int bytesOf(int character) {
    boolean isEscapedAsNumber =
        character < ' ' || (character < 0x10000 && Character.isSurrogate((char) character));
    if (isEscapedAsNumber) {
      return "\b\t\n\f\r".indexOf(character) >= 0 ? 2 : 6;
    }
    if (character < 0x80) {
      return character == '"' || character == '\\' ? 2 : 1;
    }
    return character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
  }

  private static int bytes(RunEvent event) {
    return bytes(CODEC.write(event));
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
