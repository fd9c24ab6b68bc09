package dev.reprise.cli.options;

import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import dev.reprise.platform.UrlText;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Decides which server is asked, and as whom: an option goes before a variable of the environment,
 * that before the profile, and that before the default. A login of one place goes before an API key
 * of a later one.
 *
 * @param flags what the command says
 */
public record ConnectionChoice(Flags flags, Map<String, String> environment, Profile profile) {

  private static final String DEFAULT_SERVER = "http://localhost:9080";
  private static final String DEFAULT_USER = "admin";
  private static final String PLAIN = "REPRISE_PLAIN_HTTP";

  /** The options of a command. */
  record Flags(Optional<URI> server, Optional<String> user, Optional<String> apiKey) {}

  /**
   * @throws IllegalArgumentException if there is nothing to log in with, or the login would go
   *     unencrypted to another machine; the message says what to set
   */
  Connection connection() {
    URI server =
        flags
            .server()
            .or(() -> variable("REPRISE_SERVER").or(profile::server).map(ConnectionChoice::address))
            .orElseGet(() -> URI.create(DEFAULT_SERVER));
    requireSecrecy(server);
    return new Connection(server, credentials());
  }

  /**
   * Reads an address.
   *
   * @throws IllegalArgumentException if it is not well-formed
   */
  public static URI address(String text) {
    try {
      return URI.create(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "must be an address such as https://reprise.example.org; it is '%s'"
              .formatted(UrlText.withoutUser(text)),
          e);
    }
  }

  /** Over HTTP, each machine on the way reads the password or the key. */
  private void requireSecrecy(URI server) {
    boolean isPlain = "http".equalsIgnoreCase(server.getScheme());
    if (isPlain && !isOfThisMachine(server) && variable(PLAIN).filter("true"::equals).isEmpty()) {
      throw new IllegalArgumentException(
          "%s would send the login unencrypted: the address must begin with https, unless the environment variable %s is true"
              .formatted(UrlText.withoutUser(server.toString()), PLAIN));
    }
  }

  private static boolean isOfThisMachine(URI server) {
    String host = Objects.requireNonNullElse(server.getHost(), "");
    return host.equalsIgnoreCase("localhost")
        || host.equals("[::1]")
        || host.matches("127(\\.[0-9]{1,3}){3}");
  }

  private Credentials credentials() {
    if (flags.apiKey().isPresent()) {
      return new Credentials.ApiKey(flags.apiKey().get());
    }
    if (flags.user().isPresent()) {
      return login(flags.user().get());
    }
    if (variable("REPRISE_API_KEY").isPresent()) {
      return new Credentials.ApiKey(variable("REPRISE_API_KEY").get());
    }
    boolean isLogin =
        variable("REPRISE_USER").isPresent() || variable("REPRISE_PASSWORD").isPresent();
    if (!isLogin && profile.apiKey().isPresent()) {
      return new Credentials.ApiKey(profile.apiKey().get());
    }
    return login(variable("REPRISE_USER").or(profile::user).orElse(DEFAULT_USER));
  }

  private Credentials login(String user) {
    String password =
        variable("REPRISE_PASSWORD")
            .or(profile::password)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "cannot log in: the environment variable REPRISE_PASSWORD must be set, or"
                            + " REPRISE_API_KEY"));
    return new Credentials.Login(user, password);
  }

  private Optional<String> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
  }
}
