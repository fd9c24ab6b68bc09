package dev.reprise.schedule;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How this server fires schedules. */
@Dependent // read through its fields, which a proxy would hide
class ScheduleSettings {

  private static final Setting<Boolean> ENABLED =
      Setting.of(
          "reprise.schedules.enabled",
          SettingType.flag(),
          "true",
          "whether this server lets schedules fire; if not, its API still creates, changes and shows"
              + " them, and due times wait for a server that does");
  private static final Setting<Duration> INTERVAL =
      Setting.of(
          "reprise.schedules.interval",
          SettingType.duration("PT0.1S"),
          "PT1S",
          "how often it polls for due times");
  private static final Setting<Duration> TOLERANCE =
      Setting.of(
          "reprise.schedules.tolerance",
          SettingType.duration("PT0S"),
          "PT30S",
          "how late a due time may be to fire as if it were on time; later ones were missed");
  private static final Setting<Duration> LEASE =
      Setting.of(
          "reprise.schedules.lease",
          SettingType.duration("PT3S"),
          "PT30S",
          "how long a server may take to submit a run before another one does");
  private static final Setting<Duration> KEEP =
      Setting.of(
          "reprise.schedules.keep",
          SettingType.duration("PT1H"),
          "P90D",
          "how long ended firings are kept");
  static final Setting<Integer> MAX_OF_TENANT =
      Setting.of(
          "reprise.schedules.max-of-tenant",
          SettingType.integer(1),
          "1000",
          "how many schedules a tenant may have; one more is refused with `too-many-schedules`");
  private static final Setting<Duration> COOLDOWN =
      Setting.of(
          "reprise.schedules.cooldown",
          SettingType.duration("PT0S", "P30D"),
          "PT5M",
          "the cooldown of a schedule whose definition has none");
  private static final Setting<Integer> MAX_ACTIVE =
      Setting.of(
          "reprise.schedules.max-active",
          SettingType.integer(1),
          "5",
          "how many runs of schedules are active at once, over all servers");
  private static final Setting<Integer> MAX_ACTIVE_OF_TENANT =
      Setting.of(
          "reprise.schedules.max-active-of-tenant",
          SettingType.integer(1),
          "4",
          "how many of them may be one tenant's while another tenant has firings, too; fewer than all,"
              + " so that the other one has one left");
  private static final Setting<Integer> MAX_ACTIVE_OF_AGENT =
      Setting.of(
          "reprise.schedules.max-active-of-agent",
          SettingType.integer(1),
          "5",
          "how many of these may be one agent's");
  private static final Setting<Integer> MAX_WAITING =
      Setting.of(
          "reprise.schedules.max-waiting",
          SettingType.integer(0),
          "100",
          "how many more may wait for a person, or be paused, without counting as active");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super(
          "schedules",
          ENABLED,
          INTERVAL,
          TOLERANCE,
          LEASE,
          KEEP,
          MAX_OF_TENANT,
          COOLDOWN,
          MAX_ACTIVE,
          MAX_ACTIVE_OF_TENANT,
          MAX_ACTIVE_OF_AGENT,
          MAX_WAITING);
    }
  }

  /** Whether this server fires schedules; if not, other servers do, and this one serves the API. */
  final boolean enabled;

  /** How often it polls for due schedules. */
  final Duration interval;

  /** How late a due time may be and still count as on time; later ones count as missed. */
  final Duration tolerance;

  /** How long a server may take to submit a run before another one does. */
  final Duration lease;

  /** How long ended firings are kept. */
  final Duration keep;

  /** How many schedules a tenant may have. */
  final int maxOfTenant;

  /** The cooldown of a schedule that names none. */
  final Duration cooldown;

  /** How many runs of schedules are open at the same time, over all servers. */
  final int maxActive;

  /** How many of them one tenant may have while others have firings, too. */
  final int ofTenant;

  /** How many of these one agent may have. */
  final int ofAgent;

  /** How many may wait for a person without a slot; further ones keep theirs. */
  final int maxWaiting;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if a value cannot work; names its property
   */
  @Inject
  ScheduleSettings(Config config) {
    enabled = ENABLED.get(config);
    interval = INTERVAL.get(config);
    tolerance = TOLERANCE.get(config);
    lease = LEASE.get(config);
    keep = KEEP.get(config);
    maxOfTenant = MAX_OF_TENANT.get(config);
    cooldown = COOLDOWN.get(config);
    maxActive = MAX_ACTIVE.get(config);
    ofTenant = MAX_ACTIVE_OF_TENANT.get(config);
    ofAgent = MAX_ACTIVE_OF_AGENT.get(config);
    maxWaiting = MAX_WAITING.get(config);
  }

  ConcurrencyLimits limits() {
    return new ConcurrencyLimits(maxActive, ofTenant, ofAgent, maxWaiting);
  }
}
