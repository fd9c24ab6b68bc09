package dev.reprise.journal.codec;

import dev.reprise.agent.message.JsonValue;
import dev.reprise.journal.ContentMapper;
import dev.reprise.journal.RunEvent;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Omits the bodies of events for agents whose bodies are not recorded. A mark with size and hash
 * replaces a prompt, a part of a reply, arguments, a result or an output. Anyone who has the text
 * can prove with the hash that it was this one. The run's input stays, because the run starts from
 * it. Posted messages, reasons, evidence and the messages of failures stay too.
 */
public final class BodyOmission {

  private static final Pattern MARK =
      Pattern.compile("\\[not kept: \\d+ bytes, sha-256 [0-9a-f]{64}]");

  private static final Pattern MARKED_JSON =
      Pattern.compile("\\{\"not_kept\":\"" + MARK.pattern() + "\"}");

  private BodyOmission() {}

  /** Returns the event as it is recorded: without bodies. */
  public static RunEvent notKept(RunEvent event) {
    return event.mapContents(NotKept.ALL);
  }

  /** Returns whether a text is a mark that replaces a body. */
  public static boolean isMark(String text) {
    return MARK.matcher(text).matches();
  }

  private enum NotKept implements ContentMapper {
    ALL;

    @Override
    public JsonValue input(JsonValue input) {
      return input;
    }

    /** An empty text stays empty, and a mark stays as it is. */
    @Override
    public String body(String text) {
      return text.isEmpty() || isMark(text) ? text : mark(text);
    }

    @Override
    public JsonValue body(JsonValue json) {
      return json.equals(JsonValue.EMPTY_OBJECT) || MARKED_JSON.matcher(json.text()).matches()
          ? json
          : new JsonValue("{\"not_kept\":\"%s\"}".formatted(mark(json.text())));
    }

    @Override
    public String remark(String text) {
      return text;
    }

    private static String mark(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return "[not kept: %d bytes, sha-256 %s]"
          .formatted(bytes.length, HexFormat.of().formatHex(sha256(bytes)));
    }

    private static byte[] sha256(byte[] bytes) {
      try {
        return MessageDigest.getInstance("SHA-256").digest(bytes);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }
}
