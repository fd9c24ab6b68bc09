package dev.reprise.schedule;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How this server fires schedules. */
@Dependent // read through its fields, which a proxy would hide
public final class ScheduleSettings extends SettingGroup {

  final boolean enabled =
      setting("reprise.schedules.enabled", SettingType.flag(), "true")
          .means(
              "whether this server lets schedules fire; if not, its API still creates, changes and"
                  + " shows them, and due times wait for a server that does");
  final Duration interval =
      setting("reprise.schedules.interval", SettingType.duration("PT0.1S"), "PT1S")
          .means("how often it polls for due times");
  final Duration tolerance =
      setting("reprise.schedules.tolerance", SettingType.duration("PT0S"), "PT30S")
          .means(
              "how late a due time may be to fire as if it were on time; later ones were missed");
  final Duration lease =
      setting("reprise.schedules.lease", SettingType.duration("PT3S"), "PT30S")
          .means("how long a server may take to submit a run before another one does");
  final Duration keep =
      setting("reprise.schedules.keep", SettingType.duration("PT1H"), "P90D")
          .means("how long ended firings are kept");
  final int maxOfTenant =
      setting("reprise.schedules.max-of-tenant", SettingType.integer(1), "1000")
          .means(
              "how many schedules a tenant may have; one more is refused with"
                  + " `too-many-schedules`");
  final Duration cooldown =
      setting("reprise.schedules.cooldown", SettingType.duration("PT0S", "P30D"), "PT5M")
          .means("the cooldown of a schedule whose definition has none");
  final int maxActive =
      setting("reprise.schedules.max-active", SettingType.integer(1), "5")
          .means("how many runs of schedules are active at once, over all servers");
  final int ofTenant =
      setting("reprise.schedules.max-active-of-tenant", SettingType.integer(1), "4")
          .means(
              "how many of them may be one tenant's while another tenant has firings, too; fewer"
                  + " than all, so that the other one has one left");
  final int ofAgent =
      setting("reprise.schedules.max-active-of-agent", SettingType.integer(1), "5")
          .means("how many of these may be one agent's");
  final int maxWaiting =
      setting("reprise.schedules.max-waiting", SettingType.integer(0), "100")
          .means("how many more may wait for a person, or be paused, without counting as active");

  public ScheduleSettings() {
    super("schedules");
  }

  @Inject
  public ScheduleSettings(Config config) {
    super("schedules", config);
  }

  ConcurrencyLimits limits() {
    return new ConcurrencyLimits(maxActive, ofTenant, ofAgent, maxWaiting);
  }
}
