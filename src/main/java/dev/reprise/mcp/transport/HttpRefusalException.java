package dev.reprise.mcp.transport;

import dev.reprise.resilience.FailureClass;
import dev.reprise.resilience.FaultClassifier;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/**
 * A server, or a gateway before it, answered an HTTP request with a status that is no success. The
 * message has the status and the beginning of the body; the server is its subject.
 */
public final class HttpRefusalException extends IOException {

  private static final int BAD_REQUEST = 400;
  private static final int SEE_OTHER = 303;
  private static final int NOT_FOUND = 404;
  private static final int REQUEST_TIMEOUT = 408;

  private final Asked asked;
  private final int status;
  private final String body;
  private final transient Optional<Duration> retryAfter;

  /** What was refused. */
  enum Asked {
    /** A message, before the server has given this connection a session. */
    MESSAGE,
    /** A message within a session. */
    MESSAGE_IN_SESSION,
    /** The stream of a server's own messages. */
    STREAM,
    /** That stream again, after the server had opened it and it broke. */
    STREAM_AGAIN
  }

  /**
   * @param body its beginning
   * @param retryAfter how long the server asks callers to wait
   */
  HttpRefusalException(Asked asked, int status, String body, Optional<Duration> retryAfter) {
    super("answered with HTTP status " + status + (body.isBlank() ? "" : ": " + body.strip()));
    this.asked = asked;
    this.status = status;
    this.body = body;
    this.retryAfter = retryAfter;
  }

  /** Returns whether a message was refused, whose sender receives this exception, too. */
  public boolean isOfMessage() {
    return asked == Asked.MESSAGE || asked == Asked.MESSAGE_IN_SESSION;
  }

  /** Returns whether the server never opened a stream of its own messages; it need not. */
  public boolean isWithoutStream() {
    return asked == Asked.STREAM;
  }

  /**
   * Returns whether the server does not know the session any more. The protocol has 404 for that,
   * and many servers send 400.
   */
  public boolean isLostSession() {
    boolean isInSession = asked == Asked.MESSAGE_IN_SESSION || asked == Asked.STREAM_AGAIN;
    return isInSession && (status == NOT_FOUND || status == BAD_REQUEST);
  }

  /**
   * Returns whether the request was refused as a whole. It was not if a gateway timed out, or
   * failed, or refers to the result elsewhere.
   */
  public boolean saysNothingWasDone() {
    return status < 500 && status != REQUEST_TIMEOUT && status != SEE_OTHER;
  }

  /** Returns what kind of failure it is. */
  public FailureClass kind() {
    if (isLostSession() && status == NOT_FOUND) {
      return FailureClass.CONNECTION; // another session may do
    }
    return status < BAD_REQUEST
        ? FailureClass.INVALID_REQUEST // a redirect: the configured address is wrong
        : FaultClassifier.ofStatus(status, body);
  }

  /** Returns how long the server asks callers to wait. */
  public Optional<Duration> retryAfter() {
    return retryAfter;
  }
}
