package dev.reprise.api.stream;

import dev.reprise.platform.TenantShare;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How many event streams this server keeps open, and for how long. */
@Dependent
class StreamSettings {

  private static final Setting<Integer> MAX =
      Setting.of("reprise.streams.max", SettingType.integer(0), "1000")
          .means(
              "open event streams of this server; the data that waits for all of them together"
                  + " takes at most 64 MiB");
  private static final Setting<Integer> MAX_OF_TENANT =
      Setting.optional("reprise.streams.max-of-tenant", SettingType.integer(1))
          .otherwise("a quarter of them with `reprise.tenant.pattern`, else all")
          .means(
              "how many of them may be one tenant's; one more is refused with `too-many-streams`");
  private static final Setting<Duration> MAX_LIFE =
      Setting.of("reprise.streams.max-life", SettingType.duration("PT0.001S"), "PT5M")
          .means(
              "when a stream ends, so that its client, which reconnects by itself, has to log in"
                  + " again");
  private static final Setting<Duration> PATIENCE =
      Setting.of("reprise.streams.patience", SettingType.duration("PT0.001S"), "PT30S")
          .means("how long a stream's client may read nothing before it is dropped");

  /** One tenant may take a quarter of the streams if there are several tenants. */
  private static final int PARTS = 4;

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", MAX, MAX_OF_TENANT, MAX_LIFE, PATIENCE);
    }
  }

  private final int max;
  private final int maxOfTenant;
  private final Duration life;
  private final Duration maxStall;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value is out of range; names its property
   */
  @Inject
  StreamSettings(Config config) {
    max = MAX.get(config);
    maxOfTenant = TenantShare.of(config, MAX_OF_TENANT, max, PARTS);
    life = MAX_LIFE.get(config);
    maxStall = PATIENCE.get(config);
  }

  /** Returns how many streams this server keeps open. */
  int max() {
    return max;
  }

  /** Returns how many of them one tenant may have. */
  int maxOfTenant() {
    return maxOfTenant;
  }

  /** Returns the age at which a stream ends, so that its client has to log in again. */
  Duration life() {
    return life;
  }

  /** Returns how long a client may take nothing of what waits for it. */
  Duration maxStall() {
    return maxStall;
  }
}
