package dev.reprise.tool.file;

import dev.reprise.tool.Markdown;
import dev.reprise.tool.ResultRemarks;
import java.util.List;

/**
 * What a walk found, and what it skipped.
 *
 * @param found in the order of the walk
 * @param ignored directories that were not entered, as a model writes them
 * @param unreadable how many directories the server may not read
 */
record WalkResult(List<WalkEntry> found, List<String> ignored, int unreadable) {

  private static final int SHOWN = 10;

  WalkResult {
    found = List.copyOf(found);
    ignored = List.copyOf(ignored);
  }

  /** Returns the regular files. */
  List<WalkEntry> files() {
    return found.stream().filter(WalkEntry::isFile).toList();
  }

  /** Adds a note for each kind of directory that was skipped. */
  void noteOmissions(ResultRemarks notes) {
    if (!ignored.isEmpty()) {
      String first = String.join(", ", ignored.stream().limit(SHOWN).map(Markdown::code).toList());
      String more = ignored.size() > SHOWN ? " and %s more".formatted(ignored.size() - SHOWN) : "";
      notes.add("not entered: " + first + more + " (include_ignored enters them)");
    }
    if (unreadable > 0) {
      notes.add("%s directories may not be read".formatted(unreadable));
    }
  }
}
