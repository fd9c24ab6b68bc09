package dev.reprise.platform;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * The files and connections of this process, of which the system allows only so many. A process
 * that has none left may break for good: a class that could not be loaded once is never tried
 * again.
 */
public record FileDescriptors(long open, long max) {

  private static final double MANY = 0.8;

  /** Returns those of this process; empty where the system does not tell. */
  public static Optional<FileDescriptors> now() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
        ? Optional.of(
            new FileDescriptors(
                system.getOpenFileDescriptorCount(), system.getMaxFileDescriptorCount()))
        : Optional.empty();
  }

  /** Returns whether something failed because there were none left. */
  public static boolean ranOut(Throwable fault) {
    return Causes.of(fault)
        .anyMatch(cause -> String.valueOf(cause.getMessage()).contains("Too many open files"));
  }

  /** Returns whether more than four fifths are in use. */
  public boolean areFew() {
    return open > max * MANY;
  }
}
