package dev.reprise.platform;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Tells faults apart and finds equal ones again, in runs' records and in the server's log: eight
 * hexadecimal digits that are the same for faults of the same classes out of the same methods,
 * whatever they say and in whichever line they stand.
 */
public final class StackFingerprint {

  /** Only what is near to the fault: below, the same call may come from one thread or another. */
  private static final int FRAMES = 8;

  private static final int CAUSES = 10;

  private StackFingerprint() {}

  /** Returns the digest of a fault and its causes. */
  public static String of(Throwable fault) {
    var digest = new CRC32C();
    Optional<Throwable> next = Optional.of(fault);
    for (int i = 0; i < CAUSES && next.isPresent(); i++) {
      Throwable one = next.get();
      add(digest, one.getClass().getName());
      StackTraceElement[] frames = one.getStackTrace();
      for (int frame = 0; frame < Math.min(FRAMES, frames.length); frame++) {
        add(digest, frames[frame].getClassName() + "." + frames[frame].getMethodName());
      }
      next = Optional.ofNullable(one.getCause());
    }
    return "%08x".formatted(digest.getValue());
  }

  private static void add(CRC32C digest, String word) {
    digest.update((word + '\n').getBytes(StandardCharsets.UTF_8));
  }
}
