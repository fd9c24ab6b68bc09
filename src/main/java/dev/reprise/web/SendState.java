package dev.reprise.web;

import dev.reprise.resilience.FaultException;
import dev.reprise.resilience.Fence;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hc.core5.concurrent.Cancellable;
import org.jspecify.annotations.Nullable;

/**
 * Whether a request has been sent. The thread that sends it and the thread that may cancel it
 * decide it between them: a request that was cancelled first is not sent any more.
 */
final class SendState {

  private final Fence fence;
  private @Nullable Cancellable current;
  private boolean isBegun;
  private boolean isCancelled;

  /**
   * Creates the state of a request that has not been sent.
   *
   * @param fence checked when the connection is open
   */
  SendState(Fence fence) {
    this.fence = fence;
  }

  /** Stores the request that a cancellation must stop. */
  void prepare(Cancellable request) throws InterruptedIOException {
    synchronized (this) {
      current = request;
    }
    check();
  }

  /**
   * Marks the request as sent. Callers must call it before the first byte is sent.
   *
   * @throws InterruptedIOException if the request has been cancelled
   * @throws IOException if the fence does not allow it; the cause is the fence's fault
   */
  void begin() throws IOException {
    try {
      fence.check(); // the time for connecting counts too
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

  /** Cancels the request: closes its connection at once, if it has one. */
  void cancel() {
    Cancellable request;
    synchronized (this) {
      isCancelled = true;
      request = current;
    }
    if (request != null) {
      request.cancel();
    }
  }

  private synchronized void check() throws InterruptedIOException {
    if (isCancelled) {
      throw new InterruptedIOException("cancelled");
    }
  }
}
