package dev.reprise.mcp;

import java.io.IOException;

/** A message did not leave, or not whole: the server did nothing about it. */
final class RequestNotSentException extends IOException {

  private static final long serialVersionUID = 1L;

  RequestNotSentException(String reason) {
    super(reason);
  }

  RequestNotSentException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
