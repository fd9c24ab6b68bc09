package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that refuses to be read beyond its limit. */
final class BoundedBody extends FilterInputStream {

  private final int limit;
  private final Runnable onceLarge;
  private long read;

  /**
   * @param limit in bytes
   * @param onceLarge called on each read after which the body needs a permit
   */
  BoundedBody(InputStream body, int limit, Runnable onceLarge) {
    super(body);
    this.limit = limit;
    this.onceLarge = onceLarge;
  }

  static ProblemException tooLarge(int limit) {
    return new ProblemException(
        ProblemType.BODY_TOO_LARGE, "The body must have at most %d bytes.".formatted(limit));
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      count(1);
    }
    return next;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int now = super.read(bytes, offset, length);
    count(now);
    return now;
  }

  @Override
  public long skip(long length) throws IOException {
    long now = super.skip(length);
    count(now);
    return now;
  }

  @Override
  public boolean markSupported() {
    return false; // bytes that are read twice would count twice
  }

  private void count(long now) {
    read += Math.max(0, now);
    if (read > limit) {
      throw tooLarge(limit);
    }
    if (read > BodyPermits.SMALL_BYTES) {
      onceLarge.run();
    }
  }
}
