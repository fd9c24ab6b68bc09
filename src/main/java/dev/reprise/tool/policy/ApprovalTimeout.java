package dev.reprise.tool.policy;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;

/**
 * How long people have to approve or deny a call; a tenant and an agent may have a setting of their
 * own.
 */
@ApplicationScoped
public class ApprovalTimeout {

  private static final ScopedSetting<Duration> TIMEOUT =
      ScopedSetting.of(
          "timeout",
          SettingType.duration("PT1S", "P365D"),
          "PT5M",
          "how long people have to approve or deny a call; after it, the run pauses");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("approvals", TIMEOUT.all(), TIMEOUT.ofTenant(), TIMEOUT.ofAgent());
    }
  }

  private final Function<ApprovalScope, Duration> time;

  @Inject
  ApprovalTimeout(Config config) {
    this.time = scope -> TIMEOUT.get(config, scope);
  }

  /** Creates the same time for all runs. */
  public ApprovalTimeout(Duration all) {
    this.time = scope -> all;
  }

  /** Returns how long people have to decide about calls of some runs. */
  public Duration of(ApprovalScope scope) {
    return time.apply(scope);
  }
}
