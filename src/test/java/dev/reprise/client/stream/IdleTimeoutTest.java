package dev.reprise.client.stream;

import static org.awaitility.Awaitility.await;

import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A stream that says nothing is closed, and one that ends by itself is left alone. */
class IdleTimeoutTest {

  private final Stream stream = new Stream();

  @Test
  void aSilentStreamIsClosed() {
    try (var timeout = new IdleTimeout(stream, Duration.ofMillis(20))) {
      await().atMost(Duration.ofSeconds(10)).untilTrue(stream.isClosed);
      timeout.heard(); // does nothing any more
    }
  }

  @Test
  void aStreamThatEndedIsNotTouchedAnyMore() {
    new IdleTimeout(stream, Duration.ofMillis(20)).close();

    await().during(Duration.ofMillis(100)).untilFalse(stream.isClosed);
  }

  /** Knows whether it was closed. */
  private static final class Stream extends InputStream {

    private final AtomicBoolean isClosed = new AtomicBoolean();

    @Override
    public int read() {
      return -1;
    }

    @Override
    public void close() {
      isClosed.set(true);
    }
  }
}
