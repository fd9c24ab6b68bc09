package dev.reprise.server;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Sends signals to processes that a test has started, and sets their limits. */
final class Signals {

  private Signals() {}

  /**
   * Sends a signal.
   *
   * @param signal without {@code SIG}, for example {@code STOP}
   */
  static void send(String signal, long pid) {
    run("kill", "-" + signal, Long.toString(pid));
  }

  /** Runs a command about a process to its end. */
  static void run(String... command) {
    try {
      int status = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (status != 0) {
        throw new IllegalStateException(String.join(" ", command) + " failed: " + status);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
