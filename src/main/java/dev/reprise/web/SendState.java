package dev.reprise.web;

import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request has left, decided between the thread that sends it and the one that may give it
 * up: what was given up before does not leave any more.
 */
final class SendState {

  private final Fence fence;
  private @Nullable Cancellable current;
  private boolean isBegun;
  private boolean isGivenUp;

  /**
   * A request that has not left.
   *
   * @param fence checked when the connection stands
   */
  SendState(Fence fence) {
    this.fence = fence;
  }

  /** Says what to stop if the request is given up. */
  void prepare(Cancellable request) throws InterruptedIOException {
    synchronized (this) {
      current = request;
    }
    check();
  }

  /**
   * Must be called before the first byte is sent.
   *
   * @throws InterruptedIOException if nobody waits for the answer any more
   * @throws IOException if the fence keeps it from being sent, which is the cause
   */
  void begin() throws IOException {
    try {
      fence.check(); // the time that connecting took counts, too
    } catch (FaultException e) {
      throw new IOException(e);
    }
    synchronized (this) {
      check();
      isBegun = true;
    }
  }

  /** Returns whether anything may have been sent. */
  synchronized boolean isBegun() {
    return isBegun;
  }

  /** Closes the connection at once, if there is one. */
  void giveUp() {
    Cancellable request;
    synchronized (this) {
      isGivenUp = true;
      request = current;
    }
    if (request != null) {
      request.cancel();
    }
  }

  private synchronized void check() throws InterruptedIOException {
    if (isGivenUp) {
      throw new InterruptedIOException("given up");
    }
  }
}
