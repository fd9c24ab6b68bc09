package dev.reprise.server;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Sends signals to processes that a test has started. */
final class Signals {

  private Signals() {}

  /**
   * Sends a signal.
   *
   * @param signal without {@code SIG}, for example {@code STOP}
   */
  static void send(String signal, long pid) {
    try {
      int status =
          new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
              .inheritIO()
              .start()
              .waitFor();
      if (status != 0) {
        throw new IllegalStateException("no process " + pid + " takes " + signal);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
