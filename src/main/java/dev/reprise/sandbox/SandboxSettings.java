package dev.reprise.sandbox;

import dev.reprise.platform.TenantShare;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/**
 * The configured limits of scripts.
 *
 * <p>All engines together must leave half of the heap to the server. Tested by {@code
 * ConfigurationCheckTest}.
 *
 * @param heapBytes of this server
 */
record SandboxSettings(Config config, long heapBytes) {

  private static final Setting<Long> MEMORY_BYTES =
      Setting.of("reprise.sandbox.memory-bytes", SettingType.number(4L << 20, 1L << 30), "33554432")
          .means("memory of one engine, including everything that a script holds");
  private static final Setting<Duration> TIME =
      Setting.of("reprise.sandbox.time", SettingType.duration("PT0.001S"), "PT30S")
          .means("from the call to the result, including waits for an engine and for tools");
  private static final Setting<Integer> OUTPUT_CHARACTERS =
      Setting.of("reprise.sandbox.output-characters", SettingType.integer(0), "20000")
          .means("how much of a script's output is kept");
  private static final Setting<Integer> MESSAGE_CHARACTERS =
      Setting.of("reprise.sandbox.message-characters", SettingType.integer(1024), "1048576")
          .means(
              "how much JSON a result, and the arguments and the answer of a tool may have, each;"
                  + " at most a quarter of the memory's bytes");
  private static final Setting<Integer> ENGINES =
      Setting.optional("reprise.sandbox.engines", SettingType.integer(1))
          .otherwise("a quarter of the heap by their memory, at most 16")
          .means("how many scripts run at once; others wait for their turn");
  private static final Setting<Integer> ENGINES_OF_TENANT =
      Setting.optional("reprise.sandbox.engines-of-tenant", SettingType.integer(1))
          .otherwise("half of them with `reprise.tenant.pattern`, else all")
          .means(
              "how many of them may be one tenant's; its other scripts wait, and those of other"
                  + " tenants go first");
  private static final int MAX_ENGINES = 16;
  private static final int TENANT_PARTS = 2;

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "sandbox",
          MEMORY_BYTES,
          TIME,
          OUTPUT_CHARACTERS,
          MESSAGE_CHARACTERS,
          ENGINES,
          ENGINES_OF_TENANT);
    }

    @Override
    public void check(Config config) {
      new SandboxSettings(config, Runtime.getRuntime().maxMemory()).limits();
    }
  }

  /**
   * Returns the limits.
   *
   * @throws IllegalArgumentException if a value cannot work; names the properties
   */
  SandboxLimits limits() {
    long memory = MEMORY_BYTES.get(config);
    int engines = ENGINES.find(config).orElseGet(() -> engines(memory));
    try {
      var limits =
          new SandboxLimits(
              memory,
              TIME.get(config),
              OUTPUT_CHARACTERS.get(config),
              MESSAGE_CHARACTERS.get(config),
              engines,
              TenantShare.of(config, ENGINES_OF_TENANT, engines, TENANT_PARTS));
      checkHeap(limits);
      return limits;
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("the properties reprise.sandbox.*: " + e.getMessage(), e);
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
}
