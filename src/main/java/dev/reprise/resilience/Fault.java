package dev.reprise.resilience;

import java.time.Duration;
import java.util.Optional;

/**
 * One failure, classified.
 *
 * @param kind what to do about it follows from this alone
 * @param message one sentence that names what failed
 * @param retryAfter how long the other side wants to be left alone, if it said so
 */
public record Fault(FailureClass kind, String message, Optional<Duration> retryAfter) {

  /** Makes a fault of which nobody said when to come back. */
  public Fault(FailureClass kind, String message) {
    this(kind, message, Optional.empty());
  }

  /** Returns the same fault with how long to stay away. */
  public Fault retryAfter(Duration wait) {
    return new Fault(kind, message, Optional.of(wait));
  }

  /** Returns whether the same may succeed later without anybody changing anything. */
  public boolean isTransient() {
    return kind.isTransient();
  }

  @Override
  public String toString() {
    return kind.code() + ": " + message;
  }
}
