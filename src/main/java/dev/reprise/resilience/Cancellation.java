package dev.reprise.resilience;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets another thread give up on a call for its caller, who may be waiting to try again. */
public final class Cancellation implements Pause {

  private final CountDownLatch cancelled = new CountDownLatch(1);

  /** Ends a wait at once, and all later ones. Doing so twice does nothing more. */
  public void cancel() {
    cancelled.countDown();
  }

  @Override
  public void await(Duration wait) throws InterruptedException {
    if (cancelled.await(wait.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new InterruptedException("cancelled while waiting to try again");
    }
  }
}
