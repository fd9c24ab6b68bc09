package dev.reprise.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Options go before the environment, that before the profile, and that before defaults. */
class ConnectionChoiceTest {

  private static final ConnectionChoice.Flags NO_FLAGS =
      new ConnectionChoice.Flags(Optional.empty(), Optional.empty(), Optional.empty());

  private static final Profile PROFILE =
      new Profile(
          Optional.of("http://profile"),
          Optional.of("paula"),
          Optional.of("of-profile"),
          Optional.of("key-of-profile"));

  @Test
  void withoutAnythingTheServerIsThisMachine() {
    Connection connection = choose(NO_FLAGS, Map.of("REPRISE_PASSWORD", "p"), Profile.EMPTY);

    assertThat(connection.server()).isEqualTo(URI.create("http://localhost:9080"));
    assertThat(connection.credentials()).isEqualTo(new Credentials.Login("admin", "p"));
  }

  @Test
  void theEnvironmentGoesBeforeTheProfile() {
    Connection connection =
        choose(
            NO_FLAGS,
            Map.of("REPRISE_SERVER", "http://env", "REPRISE_PASSWORD", "of-env"),
            PROFILE);

    assertThat(connection.server()).isEqualTo(URI.create("http://env"));
    assertThat(connection.credentials()).isEqualTo(new Credentials.Login("paula", "of-env"));
  }

  @Test
  void anOptionGoesBeforeTheEnvironment() {
    var flags =
        new ConnectionChoice.Flags(
            Optional.of(URI.create("http://flag")), Optional.of("flo"), Optional.empty());
    Connection connection =
        choose(
            flags,
            Map.of("REPRISE_SERVER", "http://env", "REPRISE_API_KEY", "k", "REPRISE_PASSWORD", "p"),
            PROFILE);

    assertThat(connection.server()).isEqualTo(URI.create("http://flag"));
    assertThat(connection.credentials()).isEqualTo(new Credentials.Login("flo", "p"));
  }

  @Test
  void theProfileGoesBeforeDefaults() {
    Connection connection = choose(NO_FLAGS, Map.of(), PROFILE);

    assertThat(connection.server()).isEqualTo(URI.create("http://profile"));
    assertThat(connection.credentials()).isEqualTo(new Credentials.ApiKey("key-of-profile"));
  }

  @Test
  void anApiKeyOfTheEnvironmentIsTakenBeforeItsPassword() {
    Connection connection =
        choose(NO_FLAGS, Map.of("REPRISE_API_KEY", "k", "REPRISE_PASSWORD", "p"), PROFILE);

    assertThat(connection.credentials()).isEqualTo(new Credentials.ApiKey("k"));
  }

  @Test
  void withoutAPasswordItSaysWhatToSet() {
    assertThatThrownBy(() -> choose(NO_FLAGS, Map.of(), Profile.EMPTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("REPRISE_PASSWORD");
  }

  @Test
  void whatIsNoAddressIsRefused() {
    assertThatThrownBy(
            () ->
                choose(
                    NO_FLAGS,
                    Map.of("REPRISE_SERVER", "localhost:9080", "REPRISE_PASSWORD", "p"),
                    Profile.EMPTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("localhost:9080 is not an address");
  }

  private static Connection choose(
      ConnectionChoice.Flags flags, Map<String, String> environment, Profile profile) {
    return new ConnectionChoice(flags, environment, profile).connection();
  }
}
