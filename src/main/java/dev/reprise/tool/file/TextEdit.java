package dev.reprise.tool.file;

import dev.reprise.tool.Reconciliation;
import dev.reprise.tool.ToolException;
import java.util.List;

/**
 * The edit that a call of {@link EditFileTool} requests, and its effect on a text. Pure. Tested by
 * {@code EditFileToolTest}.
 *
 * @param path as the model wrote it
 * @param replacement of a text by a different one
 * @param count how often the old text must occur
 * @param any whether the old text may occur any number of times, except zero
 */
record TextEdit(String path, Replacement replacement, int count, boolean any) {

  /** More places than an edit intends to replace, and few enough for memory. */
  static final int MAX_PLACES = 100_000;

  /**
   * A text after an edit.
   *
   * @param text all of it
   * @param where the edited places in words
   */
  record Edited(String text, String where) {}

  /**
   * Creates an edit of a text that must occur once.
   *
   * @throws ToolException {@code no_change} if both texts are the same, {@code invalid_text} if one
   *     of them has an unpaired surrogate, which would split a character of the file
   */
  static TextEdit of(String path, String before, String after) throws ToolException {
    TextFile.bytesOf(before);
    TextFile.bytesOf(after);
    if (before.equals(after)) {
      throw new ToolException("no_change", "old and new are the same text");
    }
    return new TextEdit(path, new Replacement(before, after), 1, false);
  }

  /** Returns this edit, for a text that must occur this many times. */
  TextEdit times(int expected) {
    return new TextEdit(path, replacement, expected, false);
  }

  /** Returns this edit, for a text that must occur at least once. */
  TextEdit anyTimes() {
    return new TextEdit(path, replacement, count, true);
  }

  /**
   * Edits a text.
   *
   * @throws ToolException {@code text_not_found}, {@code text_not_unique}, {@code text_overlaps} or
   *     {@code file_too_large} if the text does not fit the edit
   */
  Edited in(String text) throws ToolException {
    List<Integer> places = replacement.placesIn(text, MAX_PLACES + 1);
    if (places.isEmpty()) {
      throw notFound(text);
    }
    if (places.size() > MAX_PLACES) {
      throw failure(
          "text_not_unique", "holds the old text more than %s times".formatted(MAX_PLACES));
    }
    if (!fits(places.size())) {
      throw failure(
          "text_not_unique",
          "holds the old text in %s, and not %s: give more of what is around it, or use count or all"
              .formatted(Replacement.inWords(text, places), count));
    }
    if (replacement.overlaps(places)) {
      throw failure("text_overlaps", "holds the old text in places that overlap");
    }
    refuseGrowth(text, places.size());
    String after = replacement.in(text, places);
    return new Edited(after, Replacement.inWords(after, replacement.moved(places)));
  }

  /**
   * Returns whether this edit was made on a file that has no mark of it. If the new text does not
   * occur, it was certainly not made.
   *
   * <p>It was almost certainly not made if three conditions hold: the file system stores marks, the
   * old text occurs as often as it must, and the edit would have left none of it. In all other
   * cases the answer is that the tool cannot tell.
   */
  Reconciliation unmarked(String text, boolean marksAreKept) {
    if (!replacement.leavesTraceIn(text)) {
      return new Reconciliation.DidNotHappen();
    }
    boolean leavesNone = !replacement.after().contains(replacement.before());
    if (marksAreKept && leavesNone && fits(replacement.placesIn(text, MAX_PLACES + 1).size())) {
      return new Reconciliation.DidNotHappen();
    }
    return new Reconciliation.CannotTell(
        "the file has no mark of the edit, and its text does not tell whether it was made");
  }

  private boolean fits(int places) {
    return any ? places > 0 : places == count;
  }

  private ToolException notFound(String text) {
    String before = replacement.before();
    if (text.contains("\r\n") && before.contains("\n") && !before.contains("\r\n")) {
      return failure(
          "text_not_found",
          "does not hold the old text; its lines end in \\r\\n, so write old and new with them");
    }
    return failure(
        "text_not_found", "does not hold the old text; blanks, line breaks and case count");
  }

  private void refuseGrowth(String text, int places) throws ToolException {
    long longer = (long) replacement.after().length() - replacement.before().length();
    if (text.length() + places * longer > TextFile.MAX_BYTES) {
      throw failure(
          "file_too_large", "would have more than %s bytes".formatted(TextFile.MAX_BYTES));
    }
  }

  private ToolException failure(String code, String what) {
    return new ToolException(code, "'%s' %s".formatted(path, what));
  }
}
