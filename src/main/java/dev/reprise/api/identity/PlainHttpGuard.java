package dev.reprise.api.identity;

import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import org.eclipse.microprofile.config.Config;

/**
 * Decides where the API accepts logins without encryption. By default that is this machine only,
 * because anyone on the network could read the password of each request.
 *
 * <p>The property {@code reprise.http.plain} is {@code loopback}, the default, or {@code anywhere}.
 */
@Dependent
public final class PlainHttpGuard extends SettingGroup {

  /** Between which addresses the API answers over plain HTTP. */
  enum PlainHttp {
    LOOPBACK,
    ANYWHERE
  }

  private final boolean isOpen =
      setting("reprise.http.plain", SettingType.choice(PlainHttp.class), "loopback")
              .means(
                  "between which addresses the API answers over plain HTTP: `loopback`, or `anywhere`,"
                      + " where everyone on the path can read passwords; others are refused with"
                      + " `https-required` (403)")
          == PlainHttp.ANYWHERE;

  public PlainHttpGuard() {
    super("what-runs-work-with");
  }

  @Inject
  PlainHttpGuard(Config config) {
    super("what-runs-work-with", config);
  }

  /** Returns whether a login may be sent unencrypted from one address to another. */
  public boolean allows(String from, String to) {
    return isOpen || (ClientAddress.isLoopback(from) && ClientAddress.isLoopback(to));
  }
}
