package dev.reprise.cli.watch;

import dev.reprise.platform.PlainText;
import java.util.ArrayList;
import java.util.List;

/** The lines below the events on a terminal: where the run stands. */
final class StatusBlock {

  private static final int BAR = 24;

  private StatusBlock() {}

  /**
   * Returns the lines, each short enough for the width of the terminal.
   *
   * @param connection what is wrong with the connection, or an empty text
   */
  static List<String> lines(WatchedRun run, String connection, int width) {
    List<String> lines = new ArrayList<>();
    lines.add(status(run));
    lines.add(phases(run.phases()));
    lines.add(run.spent().text());
    if (!connection.isEmpty()) {
      lines.add(connection);
    }
    // one less, because some terminals begin a new line after the last character of one
    return lines.stream().map(it -> PlainText.of(it, width - 1)).toList();
  }

  private static String status(WatchedRun run) {
    String reason = run.waitingFor().map(it -> " for " + it).orElse("");
    String doing = run.doing().isEmpty() ? "" : ": " + run.doing();
    return "%s %s%s%s".formatted(run.agent(), run.status(), reason, doing);
  }

  private static String phases(PhaseList phases) {
    String open = phases.open().map(it -> "  " + it).orElse("");
    return "%s %d of %d phases%s"
        .formatted(bar(phases.over(), phases.count()), phases.over(), phases.count(), open);
  }

  /** Returns for example {@code [########----------------]}. */
  static String bar(int over, int count) {
    int full = count == 0 ? 0 : BAR * over / count;
    return "[" + "#".repeat(full) + "-".repeat(BAR - full) + "]";
  }
}
