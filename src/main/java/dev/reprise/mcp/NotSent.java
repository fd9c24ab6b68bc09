package dev.reprise.mcp;

import java.io.IOException;

/** A message did not leave, or not whole: the server did nothing about it. */
final class NotSent extends IOException {

  private static final long serialVersionUID = 1L;

  NotSent(String reason) {
    super(reason);
  }

  NotSent(String reason, Throwable cause) {
    super(reason, cause);
  }
}
