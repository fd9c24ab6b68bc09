package dev.reprise.tool.policy;

import static java.lang.System.Logger.Level.WARNING;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Whether this server approves calls itself, so that tests need no people. Without the setting it
 * never does.
 */
@Dependent
public final class TestProfile extends SettingGroup {

  private static final System.Logger LOG = System.getLogger(TestProfile.class.getName());

  private final Optional<String> profile =
      find(
          Setting.optional("reprise.approvals.test-profile", SettingType.choice("approve-all"))
              .otherwise("people approve")
              .means(
                  "for tests only: `approve-all` has the server approve each call that needs an"
                      + " approval, without people"));

  public TestProfile() {
    super("approvals");
  }

  @Inject
  public TestProfile(Config config) {
    super("approvals", config);
  }

  /** Logs at the server's start that no people approve calls. */
  void warn(@Observes Startup unused) {
    if (approvesAll()) {
      LOG.log(
          WARNING,
          "approvals are given without people: reprise.approvals.test-profile is %s, so this server approves every call that needs an approval, whatever it costs or does; remove the setting wherever calls have effects"
              .formatted(profile.orElseThrow()));
    }
  }

  /** Returns whether this server approves each call that needs an approval. */
  public boolean approvesAll() {
    return profile.isPresent();
  }
}
