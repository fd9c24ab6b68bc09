package dev.reprise.mcp;

import dev.reprise.mcp.transport.RequestNotSentException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether a connection takes calls, and if not, why not; and whether the server's tools are to be
 * listed again. It ends in two steps: first it takes no more calls, and then, when the open ones
 * know why, it is over for the thread that waits for that.
 */
final class ConnectionState {

  private Optional<Throwable> endReason = Optional.empty();
  private boolean isStale;
  private boolean isToBeRenewedAtOnce;
  private boolean isOver;
  private boolean toolsChanged;

  /** Returns why the connection takes no more calls; empty while it takes them. */
  synchronized Optional<Throwable> endReason() {
    return endReason;
  }

  /**
   * Throws if the connection takes no more calls.
   *
   * @throws StaleConnectionException says so
   */
  synchronized void requireOpen() throws StaleConnectionException {
    if (endReason.isPresent()) {
      throw new StaleConnectionException(new RequestNotSentException("is not connected any more"));
    }
  }

  /** Takes no more calls. Returns why: the first reason that was given. */
  synchronized Throwable end(Throwable reason) {
    endReason = endReason.or(() -> Optional.of(reason));
    return endReason.get();
  }

  /** Says that the server may still answer open calls. */
  synchronized void becomeStale() {
    isStale = true;
  }

  synchronized boolean isStale() {
    return isStale;
  }

  synchronized void renewAtOnce() {
    isToBeRenewedAtOnce = true;
  }

  /** Returns whether a call waits for another session. */
  synchronized boolean isToBeRenewedAtOnce() {
    return isToBeRenewedAtOnce;
  }

  synchronized void finish() {
    isOver = true;
    notifyAll();
  }

  /** Requests a new listing of the tools. */
  synchronized void listAgain() {
    toolsChanged = true;
    notifyAll();
  }

  /**
   * Waits until the server's tools are to be listed again. No change is lost: one that is reported
   * earlier is heeded when the time has come.
   *
   * @param earliest when they may be listed again
   * @param latest when they are listed again without a change
   * @return false if the connection is over
   */
  synchronized boolean awaitChange(Clock clock, Instant earliest, Instant latest)
      throws InterruptedException {
    while (!isOver) {
      Duration left = Duration.between(clock.instant(), toolsChanged ? earliest : latest);
      if (!left.isPositive()) {
        break;
      }
      wait(left.toMillis() + 1);
    }
    toolsChanged = false;
    return !isOver;
  }
}
