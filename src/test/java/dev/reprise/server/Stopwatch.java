package dev.reprise.server;

import java.time.Duration;

/** Measures how long something takes. */
public record Stopwatch(long startNanos) {

  public static Stopwatch start() {
    return new Stopwatch(System.nanoTime());
  }

  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }
}
