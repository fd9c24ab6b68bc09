package dev.reprise.tool.file;

import dev.reprise.tool.ResultRemarks;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;

/** One search over files, which collects matching lines up to a limit. */
final class LineSearch {

  private static final int MAX_FILE_BYTES = 4 * 1024 * 1024;
  private static final int MAX_SHOWN_LENGTH = 300;

  private final LinePattern pattern;
  private final int limit;
  private final List<String> matches = new ArrayList<>();
  private int tooLarge;
  private int unreadable;
  private boolean full;

  LineSearch(LinePattern pattern, int limit) {
    this.pattern = pattern;
    this.limit = limit;
  }

  /** Returns whether more lines match than the limit allows. */
  boolean isFull() {
    return full;
  }

  /** Searches one more file. A file that is not text has no lines and so no match. */
  void in(WalkEntry file) throws IOException, InterruptedException {
    try {
      switch (TextFile.read(file.path(), MAX_FILE_BYTES)) {
        case TextFile.Text(String text) -> in(file.name(), new TextLines(text).bare());
        case TextFile.TooLarge() -> tooLarge++;
        case TextFile.NotText() -> {}
      }
    } catch (AccessDeniedException e) {
      unreadable++;
    } catch (NoSuchFileException e) {
      // deleted since the walk, so it does not count
    }
  }

  /** Returns the matches, one per line. */
  String matches() {
    return matches.isEmpty() ? "no match" : String.join("\n", matches);
  }

  /** Adds a note for each reason why matches may be missing. */
  void noteOmissions(ResultRemarks notes) {
    if (full) {
      notes.add("only the first %s matches; narrow pattern, path or glob".formatted(limit));
    }
    if (tooLarge > 0) {
      notes.add("not searched: %s files of more than %s bytes".formatted(tooLarge, MAX_FILE_BYTES));
    }
    if (unreadable > 0) {
      notes.add("%s files may not be read".formatted(unreadable));
    }
  }

  private void in(String name, List<String> lines) throws InterruptedException {
    for (int i = 0; i < lines.size() && !full; i++) {
      if (!pattern.occursIn(lines.get(i))) {
        continue;
      }
      if (matches.size() == limit) {
        full = true;
        return;
      }
      matches.add("%s:%s: %s".formatted(name, i + 1, shown(lines.get(i))));
    }
  }

  private static String shown(String line) {
    String text =
        line.length() > MAX_SHOWN_LENGTH ? line.substring(0, MAX_SHOWN_LENGTH) + "…" : line;
    return text.replaceAll("[\\p{Cntrl}&&[^\t]]", "?");
  }
}
