package dev.reprise.mcp.transport;

import java.io.IOException;

/** A message was not sent, or only in part: the server did nothing. */
public final class RequestNotSentException extends IOException {

  public RequestNotSentException(String reason) {
    super(reason);
  }

  public RequestNotSentException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
