package dev.reprise.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.client.http.Connection;
import dev.reprise.client.http.Credentials;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Options go before the environment, that before the profile, and that before defaults. */
class ConnectionChoiceTest {

  private static final ConnectionChoice.Flags NO_FLAGS =
      new ConnectionChoice.Flags(Optional.empty(), Optional.empty(), Optional.empty());

  private static final Profile PROFILE =
      new Profile(
          Optional.of("https://profile"),
          Optional.of("paula"),
          Optional.of("of-profile"),
          Optional.of("key-of-profile"));

  @Test
  void withoutAnythingTheServerIsThisMachine() {
    Connection connection = choose(NO_FLAGS, Map.of("REPRISE_PASSWORD", "p"), Profile.EMPTY);

    assertThat(connection.server()).isEqualTo(URI.create("http://localhost:9080"));
    assertThat(connection.credentials()).isEqualTo(new Credentials.Login("admin", "p"));
  }

  @ParameterizedTest
  @CsvSource({
    "http://localhost:9080, true",
    "http://127.0.0.1:9080, true",
    "http://[::1]:9080, true",
    "https://reprise.example.org, true",
    "http://reprise.example.org, false",
    "http://localhost.example.org, false",
    "http://127.0.0.1.example.org, false"
  })
  void aLoginGoesToAnotherMachineOnlyEncrypted(String server, boolean isSent) {
    Map<String, String> login = Map.of("REPRISE_SERVER", server, "REPRISE_API_KEY", "k");
    Map<String, String> plain =
        Map.of("REPRISE_SERVER", server, "REPRISE_API_KEY", "k", "REPRISE_PLAIN_HTTP", "true");

    assertThat(choose(NO_FLAGS, plain, Profile.EMPTY).server()).isEqualTo(URI.create(server));
    if (isSent) {
      assertThat(choose(NO_FLAGS, login, Profile.EMPTY).server()).isEqualTo(URI.create(server));
    } else {
      assertThatThrownBy(() -> choose(NO_FLAGS, login, Profile.EMPTY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(server + " would send the login unencrypted");
    }
  }

  /** They belong into other options, and an address is printed wherever it fails. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://ana:secret@example.org",
        "http://ana:secret@example.org",
        "https://ana:secret @x"
      })
  void anAddressHasNoLoginAndIsNotPrintedWithOne(String server) {
    Map<String, String> login = Map.of("REPRISE_SERVER", server, "REPRISE_API_KEY", "k");

    assertThatThrownBy(() -> choose(NO_FLAGS, login, Profile.EMPTY))
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains("must be")
        .doesNotContain("secret");
  }

  @Test
  void theEnvironmentGoesBeforeTheProfile() {
    Connection connection =
        choose(
            NO_FLAGS,
            Map.of("REPRISE_SERVER", "https://env", "REPRISE_PASSWORD", "of-env"),
            PROFILE);

    assertThat(connection.server()).isEqualTo(URI.create("https://env"));
    assertThat(connection.credentials()).isEqualTo(new Credentials.Login("paula", "of-env"));
  }

  @Test
  void anOptionGoesBeforeTheEnvironment() {
    var flags =
        new ConnectionChoice.Flags(
            Optional.of(URI.create("https://flag")), Optional.of("flo"), Optional.empty());
    Connection connection =
        choose(
            flags,
            Map.of(
                "REPRISE_SERVER", "https://env", "REPRISE_API_KEY", "k", "REPRISE_PASSWORD", "p"),
            PROFILE);

    assertThat(connection.server()).isEqualTo(URI.create("https://flag"));
    assertThat(connection.credentials()).isEqualTo(new Credentials.Login("flo", "p"));
  }

  @Test
  void theProfileGoesBeforeDefaults() {
    Connection connection = choose(NO_FLAGS, Map.of(), PROFILE);

    assertThat(connection.server()).isEqualTo(URI.create("https://profile"));
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
        .hasMessageContaining("must be one such as https://reprise.example.org, without a user");
  }

  private static Connection choose(
      ConnectionChoice.Flags flags, Map<String, String> environment, Profile profile) {
    return new ConnectionChoice(flags, environment, profile).connection();
  }
}
