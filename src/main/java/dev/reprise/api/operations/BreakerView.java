package dev.reprise.api.operations;

import dev.reprise.resilience.BreakerKey;
import dev.reprise.resilience.BreakerState;
import dev.reprise.resilience.FailureClass;
import java.time.Instant;
import java.util.Optional;

/**
 * A breaker.
 *
 * @param kind {@code model} for a model provider, {@code tool}, or {@code workflow} for an agent
 * @param state CLOSED, OPEN, or HALF_OPEN while one call is tried
 * @param failures in a row; 0 while the breaker is closed, because each server counts for itself
 * @param since when it opened; absent while it is closed
 * @param until the earliest time at which a call is tried; absent while it is closed
 * @param because the class of the newest failure; absent while it is closed
 */
public record BreakerView(
    String kind,
    String name,
    BreakerState.Status state,
    int failures,
    Optional<Instant> since,
    Optional<Instant> until,
    Optional<String> because) {

  static BreakerView of(BreakerKey key, BreakerState state) {
    return new BreakerView(
        key.kind().code(),
        key.name(),
        state.status(),
        state.failures(),
        state.opening().map(BreakerState.Opening::since),
        state.opening().map(BreakerState.Opening::until),
        state.opening().map(BreakerState.Opening::because).map(FailureClass::code));
  }
}
