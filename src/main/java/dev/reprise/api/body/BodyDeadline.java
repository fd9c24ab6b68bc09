package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.MonotonicClock;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;

/**
 * A body that must arrive within {@link #GRACE}, and a second more for each {@link
 * #BYTES_PER_SECOND} that have arrived. It is measured over the whole body, because a client that
 * sends a byte now and then lets no single read time out. A read that gets nothing ends after the
 * {@code readTimeout} of the server's configuration.
 */
final class BodyDeadline extends FilterInputStream {

  static final Duration GRACE = Duration.ofSeconds(30);
  static final int BYTES_PER_SECOND = 64 * 1024;

  private final MonotonicClock clock;
  private final long begin;
  private long arrived;

  BodyDeadline(InputStream body, MonotonicClock clock) {
    super(body);
    this.clock = clock;
    this.begin = clock.nanos();
  }

  @Override
  public int read() throws IOException {
    var one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read;
    try {
      read = super.read(bytes, offset, length);
    } catch (SocketTimeoutException e) {
      throw tooSlow();
    }
    arrived += Math.max(0, read);
    Duration allowed = GRACE.plusSeconds(arrived / BYTES_PER_SECOND);
    if (read >= 0 && clock.nanos() - begin > allowed.toNanos()) {
      throw tooSlow();
    }
    return read;
  }

  private ProblemException tooSlow() {
    return new ProblemException(
        ProblemType.BODY_TOO_SLOW,
        "Of the body, %d bytes arrived in time; a body must arrive within %d s, and a second more for each %d bytes. Nothing was changed."
            .formatted(arrived, GRACE.toSeconds(), BYTES_PER_SECOND));
  }
}
