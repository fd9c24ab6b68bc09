package dev.reprise.api.console;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.reprise.platform.server.LoginVariables;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * How people may log in to the console beside names with passwords and API keys.
 *
 * @param provider the OpenID Connect provider, if the server accepts its tokens
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record ConsoleLogins(Optional<Provider> provider) {

  /**
   * An OpenID Connect provider.
   *
   * @param discovery the address of the document in which it describes itself
   * @param clientId the name of the console at the provider, a public client
   * @param audience for whom access tokens must be issued
   */
  record Provider(URI discovery, String clientId, Optional<String> audience) {

    /** Returns the origin of the provider, as policies of browsers name it. */
    String origin() {
      return discovery.getScheme() + "://" + discovery.getRawAuthority();
    }
  }

  /** Reads the configuration. */
  @Dependent
  static class Source {

    private final ConsoleLogins logins;

    @Inject
    Source(Config config) {
      logins =
          new ConsoleLogins(
              LoginVariables.LOGIN.get(config).equals("oidc")
                  ? LoginVariables.DISCOVERY_URL
                      .find(config)
                      .map(
                          address ->
                              new Provider(
                                  URI.create(address),
                                  LoginVariables.CLIENT_ID.get(config),
                                  LoginVariables.AUDIENCE.find(config)))
                  : Optional.empty());
    }

    ConsoleLogins logins() {
      return logins;
    }
  }
}
