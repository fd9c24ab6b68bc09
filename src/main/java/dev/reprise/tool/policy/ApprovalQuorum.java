package dev.reprise.tool.policy;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.function.ToIntFunction;
import org.eclipse.microprofile.config.Config;

/**
 * How many different people must approve a call that needs an approval; a tenant and an agent may
 * have a setting of their own. One denial denies.
 */
@ApplicationScoped
public class ApprovalQuorum {

  private static final ScopedSetting<Integer> QUORUM =
      ScopedSetting.of(
          "quorum",
          SettingType.integer(1, 10),
          "1",
          "how many different people must approve a call; one denial denies");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("approvals", QUORUM.all(), QUORUM.ofTenant(), QUORUM.ofAgent());
    }
  }

  private final ToIntFunction<ApprovalScope> people;

  @Inject
  ApprovalQuorum(Config config) {
    this.people = scope -> QUORUM.get(config, scope);
  }

  /** Creates the same quorum for all runs. */
  public ApprovalQuorum(int all) {
    this.people = scope -> all;
  }

  /** Returns how many people must approve the calls of some runs. */
  public int of(ApprovalScope scope) {
    return people.applyAsInt(scope);
  }
}
