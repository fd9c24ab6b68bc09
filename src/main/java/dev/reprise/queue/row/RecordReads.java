package dev.reprise.queue.row;

import dev.reprise.platform.TenantPermits;
import dev.reprise.platform.TenantScope;
import dev.reprise.platform.TenantShare;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.Config;

/**
 * Limits how many records are read at once for what people and programs ask: to fold a long journal
 * takes much memory and processor time. The engine's own reading is not limited.
 */
@ApplicationScoped
public class RecordReads {

  /** How long a request waits until its record is read. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Each one that waits holds a thread, of which the server has 128. */
  private static final int INTERESTED = 64;

  private static final Setting<Integer> MAX =
      Setting.of("reprise.reads.max", SettingType.integer(1), "8")
          .means(
              "how many records this server reads at once for requests; half as many of one tenant"
                  + " with `reprise.tenant.pattern`. Others wait for up to 10 s, with several"
                  + " tenants at most 64 of one, and are then refused with `too-many-reads` (503)"
                  + " and `Retry-After`");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", MAX);
    }
  }

  private final TenantPermits permits;
  private final Clock clock;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is not valid; names its property
   */
  @Inject
  RecordReads(Config config, Clock clock) {
    this(
        clock,
        MAX.get(config),
        TenantShare.usual(config, MAX.get(config), 2),
        TenantScope.isDivided(config) ? INTERESTED : Integer.MAX_VALUE);
  }

  /** Creates reads without a limit. */
  public RecordReads() {
    this(Clock.systemUTC(), Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  RecordReads(Clock clock, int all, int share, int interested) {
    this.permits = new TenantPermits(clock, all, share, interested);
    this.clock = clock;
  }

  /**
   * Reads a record of a tenant, and waits until it may.
   *
   * @throws TooManyReadsException if it may not in time
   */
  public <T> T of(String tenant, Supplier<T> reading) {
    Runnable release = permit(tenant).orElseThrow(TooManyReadsException::new);
    try {
      return reading.get();
    } finally {
      release.run();
    }
  }

  private Optional<Runnable> permit(String tenant) {
    try {
      return permits.take(tenant, clock.instant().plus(PATIENCE));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** A server reads as many records as it may, and those before this one took too long. */
  public static final class TooManyReadsException extends RuntimeException {

    private TooManyReadsException() {
      super(
          "This server is reading as many records as it does at once, or as many of this tenant; nothing was changed. Try again.");
    }
  }
}
