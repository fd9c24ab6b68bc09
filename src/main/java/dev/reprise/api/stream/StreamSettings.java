package dev.reprise.api.stream;

import dev.reprise.platform.TenantShare;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/** How many event streams this server keeps open, and for how long. */
@Dependent // read through its fields, which a proxy would hide
public final class StreamSettings extends SettingGroup {

  /** One tenant may take a quarter of the streams if there are several tenants. */
  private static final int PARTS = 4;

  final int max =
      setting("reprise.streams.max", SettingType.integer(0), "1000")
          .means(
              "open event streams of this server; the data that waits for all of them together"
                  + " takes at most 64 MiB");
  private final Optional<Integer> setForTenant =
      find(
          Setting.optional("reprise.streams.max-of-tenant", SettingType.integer(1))
              .otherwise("a quarter of them with `reprise.tenant.pattern`, else all")
              .means(
                  "how many of them may be one tenant's; one more is refused with `too-many-streams`"));
  final Duration life =
      setting("reprise.streams.max-life", SettingType.duration("PT0.001S"), "PT5M")
          .means(
              "when a stream ends, so that its client, which reconnects by itself, has to log in"
                  + " again");
  final Duration maxStall =
      setting("reprise.streams.patience", SettingType.duration("PT0.001S"), "PT30S")
          .means("how long a stream's client may read nothing before it is dropped");

  /** How many streams one tenant may have. */
  final int maxOfTenant;

  public StreamSettings() {
    super("what-runs-work-with");
    maxOfTenant = max;
  }

  @Inject
  StreamSettings(Config config) {
    super("what-runs-work-with", config);
    maxOfTenant = setForTenant.orElseGet(() -> TenantShare.usual(config, max, PARTS));
  }
}
