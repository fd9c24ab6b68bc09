package dev.reprise.client.stream;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Closes a stream from which nothing has come for a while. The server sends a heartbeat at least
 * every 15 seconds, so the connection is lost then, and its reader would wait forever.
 */
final class IdleTimeout implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(45);

  private final AtomicLong lines = new AtomicLong();
  private final Thread watch;

  IdleTimeout(InputStream stream, Duration limit) {
    watch = Thread.ofVirtual().start(() -> closeWhenIdle(stream, limit));
  }

  /** Says that something came. */
  void heard() {
    lines.incrementAndGet();
  }

  private void closeWhenIdle(InputStream stream, Duration limit) {
    try {
      long before = -1;
      while (before != lines.get()) {
        before = lines.get();
        Thread.sleep(limit);
      }
      stream.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the stream has ended by itself
    }
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
