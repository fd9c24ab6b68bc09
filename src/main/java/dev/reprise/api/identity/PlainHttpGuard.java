package dev.reprise.api.identity;

import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * Decides where the API accepts logins without encryption. By default that is this machine only,
 * because anyone on the network could read the password of each request.
 *
 * <p>The property {@code reprise.http.plain} is {@code loopback}, the default, or {@code anywhere}.
 */
@ApplicationScoped
class PlainHttpGuard {

  /** Between which addresses the API answers over plain HTTP. */
  enum PlainHttp {
    LOOPBACK,
    ANYWHERE
  }

  private static final Setting<PlainHttp> WHERE =
      Setting.of("reprise.http.plain", SettingType.choice(PlainHttp.class), "loopback")
          .means(
              "between which addresses the API answers over plain HTTP: `loopback`, or `anywhere`,"
                  + " where everyone on the path can read passwords; others are refused with"
                  + " `https-required` (403)");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("what-runs-work-with", WHERE);
    }
  }

  private final boolean isOpen;

  /**
   * Reads the configuration.
   *
   * @throws IllegalArgumentException if the value is neither of the two
   */
  @Inject
  PlainHttpGuard(Config config) {
    this(WHERE.get(config));
  }

  PlainHttpGuard(PlainHttp where) {
    isOpen = where == PlainHttp.ANYWHERE;
  }

  void check(@Observes Startup unused) {
    // Observing the start makes a wrong value stop the start, not the first request.
  }

  /** Returns whether a login may be sent unencrypted from one address to another. */
  public boolean allows(String from, String to) {
    return isOpen || (ClientAddress.isLoopback(from) && ClientAddress.isLoopback(to));
  }
}
