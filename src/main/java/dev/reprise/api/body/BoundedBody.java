package dev.reprise.api.body;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that refuses to be read beyond its limit. */
final class BoundedBody extends FilterInputStream {

  private final int limit;
  private long read;

  /**
   * @param limit in bytes
   */
  BoundedBody(InputStream body, int limit) {
    super(body);
    this.limit = limit;
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

  private void count(long now) {
    read += Math.max(0, now);
    if (read > limit) {
      throw tooLarge(limit);
    }
  }
}
