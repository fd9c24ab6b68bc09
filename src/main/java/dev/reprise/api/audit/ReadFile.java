package dev.reprise.api.audit;

import dev.reprise.journal.audit.AuditEvent;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;

/** A body that is a file: computes the digest of what is read of it. */
final class ReadFile extends FilterInputStream {

  private final MessageDigest digest = RecordedBody.sha256();
  private long bytes;

  ReadFile(InputStream file) {
    super(file);
  }

  /** Returns the digest of what was read so far. */
  AuditEvent.Digest digest() {
    return RecordedBody.digest(digest.digest(), bytes);
  }

  @Override
  public int read() throws IOException {
    int next = super.read();
    if (next >= 0) {
      digest.update((byte) next);
      bytes++;
    }
    return next;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws IOException {
    int count = super.read(buffer, offset, length);
    if (count > 0) {
      digest.update(buffer, offset, count);
      bytes += count;
    }
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    return readNBytes((int) Math.min(count, Integer.MAX_VALUE)).length; // it counts as read
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
