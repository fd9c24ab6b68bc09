package dev.reprise.web;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;

/**
 * Decodes a body that is one gzip member (RFC 1952), as web servers send it. Bytes after the first
 * member are not read.
 *
 * <p>{@code GZIPInputStream} is unsuitable: it calls itself for the next member, so a server that
 * sends many empty members overflows the stack. The checksum after the member is not checked,
 * because TLS and the framing of HTTP already protect the body.
 */
final class GzipMember {

  private static final int DEFLATE = 8;
  private static final int HAS_CHECKSUM = 2;
  private static final int HAS_EXTRA = 4;
  private static final int HAS_NAME = 8;
  private static final int HAS_COMMENT = 16;

  /** The bytes of the modification time, the flags of the compressor and the operating system. */
  private static final int UNUSED = 6;

  private final InputStream packed;

  private GzipMember(InputStream packed) {
    this.packed = packed;
  }

  /**
   * Returns the first bytes of the decoded content.
   *
   * @param maxBytes the maximum number of bytes
   * @throws ZipException if it is not in gzip format
   * @throws EOFException if it ends early
   */
  static byte[] unpack(InputStream packed, int maxBytes) throws IOException {
    new GzipMember(packed).skipHeader();
    var inflater = new Inflater(true);
    try {
      @SuppressWarnings("MustBeClosedChecker") // closing would read the rest of the response
      var content = new InflaterInputStream(packed, inflater);
      return content.readNBytes(maxBytes);
    } finally {
      inflater.end();
    }
  }

  private void skipHeader() throws IOException {
    if (next() != 0x1f || next() != 0x8b || next() != DEFLATE) {
      throw new ZipException("not in gzip format");
    }
    int flags = next();
    packed.skipNBytes(UNUSED);
    if ((flags & HAS_EXTRA) != 0) {
      packed.skipNBytes(next() | next() << 8);
    }
    if ((flags & HAS_NAME) != 0) {
      skipText();
    }
    if ((flags & HAS_COMMENT) != 0) {
      skipText();
    }
    if ((flags & HAS_CHECKSUM) != 0) {
      packed.skipNBytes(2);
    }
  }

  private void skipText() throws IOException {
    int next;
    do {
      next = next();
    } while (next != 0);
  }

  private int next() throws IOException {
    int next = packed.read();
    if (next < 0) {
      throw new EOFException("ended within the gzip header");
    }
    return next;
  }
}
