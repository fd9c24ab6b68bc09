package dev.reprise.tool.policy;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.function.ToIntFunction;
import org.eclipse.microprofile.config.Config;

/**
 * How many different people must approve a call that needs an approval; a tenant may have a setting
 * of its own. One denial denies.
 */
@ApplicationScoped
public class ApprovalQuorum {

  private static final SettingType<Integer> PEOPLE = SettingType.integer(1, 10);

  private static final Setting<Integer> QUORUM =
      Setting.of(
          "reprise.approvals.quorum",
          PEOPLE,
          "1",
          "how many different people must approve a call; one denial denies");
  private static final Setting<Integer> QUORUM_OF_TENANT =
      Setting.optional(
              "reprise.approvals.tenant.<tenant>.quorum",
              PEOPLE,
              "the same for the runs of a tenant")
          .otherwise("`reprise.approvals.quorum`")
          .ofTenants();

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("approvals", QUORUM, QUORUM_OF_TENANT);
    }
  }

  private final ToIntFunction<String> ofTenant;

  @Inject
  ApprovalQuorum(Config config) {
    this.ofTenant =
        tenant -> QUORUM_OF_TENANT.of(tenant).find(config).orElseGet(() -> QUORUM.get(config));
  }

  /** Creates the same quorum for all tenants. */
  public ApprovalQuorum(int all) {
    this.ofTenant = tenant -> all;
  }

  /** Returns how many people must approve the calls of a tenant's runs. */
  public int of(String tenant) {
    return ofTenant.applyAsInt(tenant);
  }
}
