package dev.reprise.mcp.transport;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.redaction.Redaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Logs what a server writes beside its messages: at most 100 lines a minute, the first 1,000
 * characters of each, redacted.
 */
final class McpServerLog {

  private static final System.Logger LOG = System.getLogger(McpServerLog.class.getName());
  private static final int LINES = 100;
  private static final int SHOWN = 1_000;
  private static final Duration SPAN = Duration.ofMinutes(1);

  private final String server;
  private final Clock clock;
  private final Redaction redaction;

  private Instant begin;
  private int lines;

  McpServerLog(String server, Clock clock, Redaction redaction) {
    this.server = server;
    this.clock = clock;
    this.redaction = redaction;
    this.begin = clock.instant();
  }

  /** Logs a line, or drops it. */
  synchronized void add(String line) {
    Instant now = clock.instant();
    if (!now.isBefore(begin.plus(SPAN))) {
      logDropped();
      begin = now;
      lines = 0;
    }
    if (++lines <= LINES) {
      LOG.log(INFO, "MCP server {0} writes: {1}", server, shown(line));
    }
  }

  /** Redacts before it cuts: a part of a secret would not be found. */
  private String shown(String line) {
    String redacted = redaction.text(line).replaceAll("\\p{Cntrl}", " ");
    return redacted.length() > SHOWN ? redacted.substring(0, SHOWN) : redacted;
  }

  private void logDropped() {
    if (lines > LINES) {
      LOG.log(
          WARNING,
          "MCP server {0}: wrote {1} more lines, which are not logged",
          server,
          lines - LINES);
    }
  }
}
