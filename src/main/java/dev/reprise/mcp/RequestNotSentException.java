package dev.reprise.mcp;

import java.io.IOException;

/** A message was not sent, or only in part: the server did nothing. */
final class RequestNotSentException extends IOException {

  private static final long serialVersionUID = 1L;

  RequestNotSentException(String reason) {
    super(reason);
  }

  RequestNotSentException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
