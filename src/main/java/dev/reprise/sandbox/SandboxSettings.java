package dev.reprise.sandbox;

import dev.reprise.platform.TenantShare;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * The configured limits of scripts: {@code reprise.sandbox.memory-bytes}, {@code .time}, {@code
 * .output-characters}, {@code .message-characters}, {@code .engines} and {@code
 * .engines-of-tenant}.
 *
 * <p>All engines together must leave half of the heap to the server. If {@code .engines} is not
 * set, engines get a quarter of the heap, and there are at most 16.
 *
 * @param heapBytes of this server
 */
record SandboxSettings(Config config, long heapBytes) {

  private static final String PREFIX = "reprise.sandbox.";
  private static final long MEMORY_BYTES = 32L << 20;
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final int OUTPUT_CHARACTERS = 20_000;
  private static final int MESSAGE_CHARACTERS = 1 << 20;
  private static final int MAX_ENGINES = 16;
  private static final int TENANT_PARTS = 2;

  /**
   * Returns the limits.
   *
   * @throws IllegalArgumentException if a value cannot work; names the properties
   */
  SandboxLimits limits() {
    long memory = value("memory-bytes", Long.class, MEMORY_BYTES);
    int engines = value("engines", Integer.class, engines(memory));
    try {
      var limits =
          new SandboxLimits(
              memory,
              value("time", Duration.class, TIME),
              value("output-characters", Integer.class, OUTPUT_CHARACTERS),
              value("message-characters", Integer.class, MESSAGE_CHARACTERS),
              engines,
              TenantShare.of(config, PREFIX + "engines-of-tenant", engines, TENANT_PARTS));
      checkHeap(limits);
      return limits;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the properties " + PREFIX + "*: " + e.getMessage(), e);
    }
  }

  private int engines(long memory) {
    return Math.clamp(heapBytes / 4 / Math.max(1, memory), 1, MAX_ENGINES);
  }

  private void checkHeap(SandboxLimits limits) {
    if (limits.engines() * limits.memoryBytes() > heapBytes / 2) {
      throw new IllegalArgumentException(
          "%s engines of %s bytes are more than half of the heap of %s bytes"
              .formatted(limits.engines(), limits.memoryBytes(), heapBytes));
    }
  }

  private <T> T value(String name, Class<T> type, T otherwise) {
    return config.getOptionalValue(PREFIX + name, type).orElse(otherwise);
  }
}
