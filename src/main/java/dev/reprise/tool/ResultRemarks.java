package dev.reprise.tool;

import java.util.ArrayList;
import java.util.List;

/** The remarks at the end of a result: what it leaves out, and how to get it. */
public final class ResultRemarks {

  private final List<String> notes = new ArrayList<>();

  public void add(String note) {
    notes.add(note);
  }

  /** Returns the text followed by the remarks, each a paragraph in brackets. */
  public String after(String text) {
    StringBuilder all = new StringBuilder(text.stripTrailing());
    notes.forEach(note -> all.append("\n\n[").append(note).append(']'));
    return all.append('\n').toString();
  }
}
