package dev.reprise.resilience;

import java.time.Duration;
import java.util.Optional;

/**
 * One failure, classified.
 *
 * @param kind decides alone how to react
 * @param message one sentence that names what failed
 * @param retryAfter how long the other side asks callers to wait, if it does
 */
public record Fault(FailureClass kind, String message, Optional<Duration> retryAfter) {

  /** Creates a fault without a requested wait. */
  public Fault(FailureClass kind, String message) {
    this(kind, message, Optional.empty());
  }

  /** Returns the same fault with a requested wait. */
  public Fault retryAfter(Duration wait) {
    return new Fault(kind, message, Optional.of(wait));
  }

  /** Returns whether the same call may succeed later without any change. */
  public boolean isTransient() {
    return kind.isTransient();
  }

  @Override
  public String toString() {
    return kind.code() + ": " + message;
  }
}
