package dev.reprise.mcp;

import java.io.IOException;

/** A connection is over, and with it all calls and requests on it. */
final class ConnectionLostException extends IOException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason what happened; the server is its subject
   */
  ConnectionLostException(String reason) {
    super(reason);
  }
}
