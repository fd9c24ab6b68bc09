package dev.reprise.execution.recovery;

import dev.reprise.journal.ReminderEvent;
import dev.reprise.platform.IntervalTimer;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/**
 * Reminds people of calls that have waited for them for a time, and escalates after a longer one.
 */
@Startup
@Singleton(name = "ReminderTimer")
@DependsOn("Schema")
@TransactionManagement(TransactionManagementType.BEAN)
public class ReminderTimer extends IntervalTimer {

  private static final Setting<Duration> REMIND_AFTER =
      Setting.optional("reprise.approvals.remind-after", SettingType.duration("PT1S", "P365D"))
          .otherwise("never")
          .means(
              "how long a run waits for people until webhooks are told once more"
                  + " (`tool-call.reminded`); it takes effect only before"
                  + " `reprise.approvals.timeout`");
  private static final Setting<Duration> ESCALATE_AFTER =
      Setting.optional("reprise.approvals.escalate-after", SettingType.duration("PT1S", "P365D"))
          .otherwise("never")
          .means(
              "how long it waits until a delegation to one person ends and webhooks are told"
                  + " (`tool-call.escalated`)");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("approvals", REMIND_AFTER, ESCALATE_AFTER);
    }
  }

  /** A reminder comes at most this much late. */
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  @Inject Reminders reminders;
  @Inject Config config;

  private final Map<ReminderEvent.Kind, Duration> after = new EnumMap<>(ReminderEvent.Kind.class);

  @PostConstruct
  void start() {
    REMIND_AFTER.find(config).ifPresent(time -> after.put(ReminderEvent.Kind.REMINDER, time));
    ESCALATE_AFTER.find(config).ifPresent(time -> after.put(ReminderEvent.Kind.ESCALATION, time));
    if (!after.isEmpty()) {
      every(INTERVAL, "reminders", () -> after.forEach(reminders::send));
    }
  }
}
