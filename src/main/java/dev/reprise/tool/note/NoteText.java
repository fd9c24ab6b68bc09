package dev.reprise.tool.note;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.tool.ToolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What the tools for notes take for keys, tags and texts. */
final class NoteText {

  /** Of the schema, so that every database takes the same keys for the same. */
  static final String KEY_PATTERN = "^[^\\\\s\\\\p{C}](?:[^\\\\p{C}]*[^\\\\s\\\\p{C}])?$";

  static final String TAG_PATTERN = "^[\\\\p{L}\\\\p{N}][\\\\p{L}\\\\p{N}_.-]{0,39}$";

  private NoteText() {}

  /**
   * Checks that a text can be kept.
   *
   * @throws ToolException {@code invalid_arguments} if it is none, {@code note_too_large}
   */
  static String checked(String text) throws ToolException {
    if (text.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new ToolException(
          "invalid_arguments", "the text has a NUL or half a character, which no text may have");
    }
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Note.MAX_BYTES) {
      throw new ToolException(
          "note_too_large",
          "the text has %d bytes; a note has at most %d. Write it in parts, or to a file"
              .formatted(bytes, Note.MAX_BYTES));
    }
    return text;
  }

  static List<String> tags(JsonNode tags) {
    List<String> all = new ArrayList<>();
    tags.forEach(tag -> all.add(tag.asText()));
    return all;
  }
}
