package dev.reprise.api.identity;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.time.Duration;
import org.eclipse.microprofile.config.Config;

/** How many logins may fail. */
@Dependent // read through its fields, which a proxy would hide
public final class LoginSettings extends SettingGroup {

  final int failures =
      setting("reprise.logins.failures", SettingType.integer(1), "10")
          .means(
              "how many consecutive logins of one user, or from one address, may fail; further ones"
                  + " are refused unchecked with `too-many-failed-logins` (429) and `Retry-After`");
  final Duration interval =
      setting("reprise.logins.interval", SettingType.duration("PT0.001S"), "PT6S")
          .means("after how long one more may fail");

  public LoginSettings() {
    super("logins");
  }

  @Inject
  public LoginSettings(Config config) {
    super("logins", config);
  }
}
