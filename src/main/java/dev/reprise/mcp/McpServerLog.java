package dev.reprise.mcp;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.redaction.Redaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Passes on what a server writes besides its messages: at most 100 lines a minute, the first 1,000
 * characters of each, without what must not rest.
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

  /** Takes a line, or leaves it out. */
  synchronized void add(String line) {
    Instant now = clock.instant();
    if (!now.isBefore(begin.plus(SPAN))) {
      tellOfThoseLeftOut();
      begin = now;
      lines = 0;
    }
    if (++lines <= LINES) {
      LOG.log(INFO, "MCP server {0} writes: {1}", server, shown(line));
    }
  }

  /** What was cut before would not be known again. */
  private String shown(String line) {
    String redacted = redaction.text(line).replaceAll("\\p{Cntrl}", " ");
    return redacted.length() > SHOWN ? redacted.substring(0, SHOWN) : redacted;
  }

  private void tellOfThoseLeftOut() {
    if (lines > LINES) {
      LOG.log(WARNING, "MCP server {0} wrote {1} lines more", server, lines - LINES);
    }
  }
}
