package dev.reprise.tool.note;

import dev.reprise.tool.ToolException;
import java.nio.charset.StandardCharsets;

/** Checks which keys, tags and texts a note may have. */
final class NoteText {

  /** Allows no blanks at the ends, which some databases ignore when they compare keys. */
  static final String KEY_PATTERN = "^[^\\s\\p{C}](?:[^\\p{C}]*[^\\s\\p{C}])?$";

  static final String TAG_PATTERN = "^[\\p{L}\\p{N}][\\p{L}\\p{N}_.-]{0,39}$";

  private NoteText() {}

  /**
   * Checks that the database can store a text.
   *
   * @throws ToolException {@code invalid_arguments} if it is not valid text, {@code note_too_large}
   */
  static String checked(String text) throws ToolException {
    if (text.indexOf('\0') >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new ToolException(
          "invalid_arguments", "the text must have no NUL and no half of a character");
    }
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Note.MAX_BYTES) {
      throw new ToolException(
          "note_too_large",
          "the text has %d bytes; a note must have at most %d. Write it in parts, or to a file"
              .formatted(bytes, Note.MAX_BYTES));
    }
    return text;
  }
}
