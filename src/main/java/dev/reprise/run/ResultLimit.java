package dev.reprise.run;

import java.nio.charset.StandardCharsets;

/**
 * How much of a tool's result a model is given: 64 KiB of UTF-8. The record has all of it, so that
 * a model which needs more can be given more one day.
 */
final class ResultLimit {

  static final int MAX_BYTES = 64 * 1024;

  private ResultLimit() {}

  /** Returns the content, or its beginning with a mark that says how much was cut. */
  static String apply(String content) {
    if (content.length() <= MAX_BYTES / 3) {
      return content; // no character takes more than three bytes
    }
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= MAX_BYTES) {
      return content;
    }
    int end = MAX_BYTES;
    while ((bytes[end] & 0b1100_0000) == 0b1000_0000) {
      end--; // inside a character: step back to where it begins
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8)
        + "\n\n[cut: the last %s of %s bytes are left out]\n"
            .formatted(bytes.length - end, bytes.length);
  }
}
