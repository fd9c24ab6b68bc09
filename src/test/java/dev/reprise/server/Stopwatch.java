package dev.reprise.server;

import java.time.Duration;

/** Measures how long something takes. */
record Stopwatch(long startNanos) {

  static Stopwatch start() {
    return new Stopwatch(System.nanoTime());
  }

  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }
}
