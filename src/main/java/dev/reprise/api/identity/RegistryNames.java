package dev.reprise.api.identity;

import dev.reprise.platform.server.LoginVariables;
import dev.reprise.platform.settings.Setting;
import dev.reprise.platform.settings.SettingGroup;
import dev.reprise.platform.settings.SettingType;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.Startup;
import jakarta.inject.Inject;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Tells users of the registry from users with tokens: where both log in, the registry's {@code ana}
 * is {@code registry:ana}, because the token's {@code ana} may be another person. Names of tokens
 * stay as they are, and so do all names where tokens are no logins.
 */
@ApplicationScoped
class RegistryNames {

  /**
   * The prefix of the names of users of the registry. No user with a token may have such a name.
   */
  static final String PREFIX = "registry:";

  /**
   * Whether a user of the registry and a user with a token are one person if they have one name.
   */
  enum SameName {
    OTHER_PERSON,
    SAME_PERSON
  }

  private static final Setting<SameName> SAME_NAME =
      Setting.of("reprise.logins.same-name", SettingType.choice(SameName.class), "other-person")
          .means(
              "with tokens, who a user of the registry is whose name a user with a token has as"
                  + " well: `other-person`, so that all users of the registry are named"
                  + " `registry:…`, or `same-person`, where the registry and the identity provider"
                  + " know the same people");

  /** Declares these settings. */
  public static final class Group extends SettingGroup {
    public Group() {
      super("logins", SAME_NAME);
    }
  }

  private final boolean hasTokens;
  private final boolean isPrefixed;

  @Inject
  RegistryNames(Config config) {
    hasTokens = !LoginVariables.LOGIN.get(config).equals("registry");
    isPrefixed = hasTokens && SAME_NAME.get(config) == SameName.OTHER_PERSON;
  }

  void check(@Observes Startup unused) {
    // Observing the start makes a wrong value stop the start, not the first request.
  }

  /** Returns the name by which the application knows a user of the registry. */
  public String of(String user) {
    return isPrefixed ? PREFIX + user : user;
  }

  /**
   * Returns the registry's name of the user whom the application knows by this name; empty if that
   * may be a user with a token.
   */
  Optional<String> inRegistry(String name) {
    if (!hasTokens) {
      return Optional.of(name);
    }
    return isPrefixed && name.startsWith(PREFIX)
        ? Optional.of(name.substring(PREFIX.length()))
        : Optional.empty();
  }
}
