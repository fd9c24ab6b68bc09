package dev.reprise.journal.store;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.journal.seal.PreparedAppend;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;

/** The memory for appends that wait to be written. */
final class WriteBuffer {

  static final int CAPACITY_KIB = 64 * 1024;

  /** How long a thread that waits for room may overlook that the appender was closed. */
  private static final int POLL_MILLIS = 100;

  private final Semaphore room = new Semaphore(CAPACITY_KIB);
  private final Duration maxOutage;
  private final BooleanSupplier closed;

  WriteBuffer(Duration maxOutage, BooleanSupplier closed) {
    this.maxOutage = maxOutage;
    this.closed = closed;
  }

  /**
   * Takes room for an append. Waits for it, if there is none: the holder of a run until the
   * appender is closed, anything else for the maximum time of an outage. An interrupted thread
   * waits, too: it may be about to record how its run ended.
   *
   * @throws JournalUnavailableException if there was no room in time
   */
  void reserve(PreparedAppend append) {
    boolean interrupted = false;
    try {
      for (long waited = 0; !room.tryAcquire(size(append)); waited += POLL_MILLIS) {
        if (closed.getAsBoolean() || (!append.row().byHolder() && waited >= maxOutage.toMillis())) {
          throw new JournalUnavailableException(
              append.writer().run(), "the write buffer of %d KiB is full".formatted(CAPACITY_KIB));
        }
        interrupted |= !pause();
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static boolean pause() {
    try {
      MILLISECONDS.sleep(POLL_MILLIS);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  void release(PreparedAppend append) {
    room.release(size(append));
  }

  /** Returns the free room, in KiB. */
  int free() {
    return room.availablePermits();
  }

  private static int size(PreparedAppend append) {
    return Math.min(append.kibibytes(), CAPACITY_KIB);
  }
}
