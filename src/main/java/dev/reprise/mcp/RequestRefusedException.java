package dev.reprise.mcp;

import java.io.IOException;

/** A server answered a request with an error of the protocol; the connection is as before. */
final class RequestRefusedException extends IOException {

  /**
   * @param reason what happened; the server is its subject
   */
  RequestRefusedException(String reason) {
    super(reason);
  }
}
