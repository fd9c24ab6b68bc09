package dev.reprise.tool.note;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Words that must all occur in a note, regardless of case. This class compares them and not the
 * database, because databases differ about upper and lower case.
 *
 * @param words if empty, every note matches
 */
record NoteQuery(List<Pattern> words) {

  private static final int PART_LENGTH = 200;
  private static final int BEFORE_MATCH = 60;

  NoteQuery {
    words = List.copyOf(words);
  }

  static NoteQuery of(String text) {
    return new NoteQuery(
        Arrays.stream(text.strip().split("\\s+"))
            .filter(word -> !word.isEmpty())
            .map(
                word ->
                    Pattern.compile(
                        Pattern.quote(word), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE))
            .toList());
  }

  boolean fits(Note note) {
    return words.stream()
        .allMatch(
            word ->
                word.matcher(note.key()).find()
                    || note.tags().stream().anyMatch(tag -> word.matcher(tag).find())
                    || word.matcher(note.text()).find());
  }

  /** Returns the part of the text that contains the first of the words, otherwise its beginning. */
  String part(Note note) {
    String text = note.text();
    int match =
        words.stream()
            .map(word -> word.matcher(text))
            .filter(Matcher::find)
            .mapToInt(Matcher::start)
            .findFirst()
            .orElse(0);
    int from = whole(text, Math.max(0, match - BEFORE_MATCH));
    int to = whole(text, Math.min(text.length(), from + PART_LENGTH));
    return (from == 0 ? "" : "…") + text.substring(from, to) + (to == text.length() ? "" : "…");
  }

  /** Returns this place, or the one before if it is in the middle of a character. */
  private static int whole(String text, int at) {
    boolean isInside =
        at > 0
            && at < text.length()
            && Character.isSurrogatePair(text.charAt(at - 1), text.charAt(at));
    return isInside ? at - 1 : at;
  }
}
