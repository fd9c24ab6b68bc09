package dev.reprise.api.control;

import dev.reprise.api.http.ProblemException;
import dev.reprise.api.http.ProblemType;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import dev.reprise.run.Run;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * Whether the person who submitted a run may approve its calls; a tenant may have a setting of its
 * own. The submitter may deny a call in any case.
 */
@ApplicationScoped
class FourEyes {

  private static final Setting<Boolean> BY_SUBMITTER =
      Setting.of(
          "reprise.approvals.by-submitter",
          SettingType.flag(),
          "true",
          "whether the person who submitted a run may approve its calls; denying one is always"
              + " allowed");
  private static final Setting<Boolean> BY_SUBMITTER_OF_TENANT =
      Setting.optional(
              "reprise.approvals.tenant.<tenant>.by-submitter",
              SettingType.flag(),
              "the same for the runs of a tenant")
          .otherwise("`reprise.approvals.by-submitter`")
          .ofTenants();

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("approvals", BY_SUBMITTER, BY_SUBMITTER_OF_TENANT);
    }
  }

  private final Config config;

  @Inject
  FourEyes(Config config) {
    this.config = config;
  }

  /**
   * Checks a person who approves a call.
   *
   * @throws ProblemException if this person submitted the run, and may not approve its calls
   */
  void checkApproval(Run run, String by) {
    if (!allows(run, by)) {
      throw new ProblemException(
          ProblemType.FORBIDDEN,
          "Run %s was submitted by '%s'; another person must approve its calls."
              .formatted(run.id(), by));
    }
  }

  /** Returns whether a person may approve calls of a run. */
  boolean allows(Run run, String by) {
    return !run.submittedBy().equals(by) || maySubmitterApprove(run.tenant());
  }

  private boolean maySubmitterApprove(String tenant) {
    return BY_SUBMITTER_OF_TENANT.of(tenant).find(config).orElseGet(() -> BY_SUBMITTER.get(config));
  }
}
