package dev.reprise.mcp;

import java.io.IOException;

/** A connection is over, and with it all that was under way on it. */
final class ConnectionLostException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason what became of it, behind the server as its subject
   */
  ConnectionLostException(String reason) {
    super(reason);
  }
}
