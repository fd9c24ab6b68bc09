package dev.reprise.mcp;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Passes on what a server writes besides its messages: at most 100 lines a minute. */
final class ServerLog {

  private static final System.Logger LOG = System.getLogger(ServerLog.class.getName());
  private static final int LINES = 100;
  private static final Duration SPAN = Duration.ofMinutes(1);

  private final String server;
  private final Clock clock;

  private Instant begin;
  private int lines;

  ServerLog(String server, Clock clock) {
    this.server = server;
    this.clock = clock;
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
      LOG.log(INFO, "MCP server {0} writes: {1}", server, line.replaceAll("\\p{Cntrl}", " "));
    }
  }

  private void tellOfThoseLeftOut() {
    if (lines > LINES) {
      LOG.log(WARNING, "MCP server {0} wrote {1} lines more", server, lines - LINES);
    }
  }
}
