package dev.reprise.run.state;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.reprise.agent.message.CallLocation;
import dev.reprise.journal.ToolCallEvent;
import dev.reprise.platform.Json;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The part of a tool's result that a model sees at once. The record has the whole result, and a
 * model that needs more continues reading there.
 *
 * @param bytes the limit in bytes of UTF-8
 */
public record ResultTruncation(int bytes) {

  /** The limit if none is recorded: 64 KiB. */
  private static final int USUAL = 64 * 1024;

  static ResultTruncation of(Optional<Integer> recorded) {
    return new ResultTruncation(recorded.orElse(USUAL));
  }

  /**
   * Returns the content, or its beginning and a mark. The mark says how much was cut and how to
   * read the rest.
   *
   * @param event the event that records the content; call ids alone can recur in a later reply
   */
  String apply(ToolCallEvent event, String content) {
    if (content.length() <= bytes / 3) {
      return content; // no character takes more than three bytes
    }
    byte[] all = content.getBytes(StandardCharsets.UTF_8);
    if (all.length <= bytes) {
      return content;
    }
    int end = bytes;
    while ((all[end] & 0b1100_0000) == 0b1000_0000) {
      end--; // inside a character: step back to where it begins
    }
    return new String(all, 0, end, StandardCharsets.UTF_8)
        + "\n\n[cut: the last %d of %d bytes are left out; read_result, where granted, takes %s]\n"
            .formatted(all.length - end, all.length, place(event, end));
  }

  private static String place(ToolCallEvent event, int offset) {
    return Json.write(arguments(event.location()).put("offset", offset));
  }

  /** Returns the arguments with which {@code read_result} reads the result of a call. */
  public static ObjectNode arguments(CallLocation call) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("call_id", call.callId())
        .put("phase", call.phase())
        .put("iteration", call.iteration());
  }
}
