package dev.reprise.mcp.transport;

import java.io.IOException;

/** A connection is over, and with it all calls and requests on it. */
public final class ConnectionLostException extends IOException {

  /**
   * @param reason what happened; the server is its subject
   */
  public ConnectionLostException(String reason) {
    super(reason);
  }
}
