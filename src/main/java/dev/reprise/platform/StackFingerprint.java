package dev.reprise.platform;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Identifies equal faults in runs' records and in the server's log: eight hexadecimal digits that
 * are the same for faults of the same classes from the same methods, whatever their messages and
 * line numbers.
 */
public final class StackFingerprint {

  /** Only frames near the fault: further down, the same call may come from different threads. */
  private static final int FRAMES = 8;

  private static final int CAUSES = 10;

  private StackFingerprint() {}

  /** Returns the fingerprint of a fault and its causes. */
  public static String of(Throwable fault) {
    var digest = new CRC32C();
    Causes.of(fault).limit(CAUSES).forEach(cause -> add(digest, cause));
    return "%08x".formatted(digest.getValue());
  }

  private static void add(CRC32C digest, Throwable cause) {
    add(digest, cause.getClass().getName());
    Stream.of(cause.getStackTrace())
        .limit(FRAMES)
        .forEach(frame -> add(digest, frame.getClassName() + "." + frame.getMethodName()));
  }

  private static void add(CRC32C digest, String word) {
    digest.update((word + '\n').getBytes(StandardCharsets.UTF_8));
  }
}
