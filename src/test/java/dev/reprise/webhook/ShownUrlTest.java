package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows the host of a webhook's URL is shown to admins only. */
class ShownUrlTest {

  @ParameterizedTest
  @CsvSource({
    "https://hooks.slack.com/services/T0/B0/secret, https://hooks.slack.com/…",
    "https://example.org, https://example.org",
    "https://example.org/, https://example.org/",
    "https://example.org:8443?token=secret, https://example.org:8443/…",
    "https://example.org#secret, https://example.org/…",
    "HTTPS://user:secret@example.org/x, HTTPS://example.org/…",
    "mailto:ana@example.org, mailto:ana@example.org",
    "mailto:ana@example.org?https://secret, …",
    "secret, …",
  })
  void showsSchemeAndHost(String url, String shown) {
    assertThat(new ShownUrl(url).text()).isEqualTo(shown);
  }

  @Test
  void concealsTheRestInMessagesAlsoWhereTheyCutIt() {
    var url = new ShownUrl("https://hooks.example.org/services/T0/secret?key=1");

    assertThat(url.in("timeout: 'https://hooks.example.org/services/T0/secret?key=1' is slow"))
        .isEqualTo("timeout: 'https://hooks.example.org/…' is slow");
    assertThat(url.in("timeout: 'https://hooks.example.org/services/T0/sec…' is slow"))
        .isEqualTo("timeout: 'https://hooks.example.org/…' is slow");
    assertThat(url.in("the receiver answered 500")).isEqualTo("the receiver answered 500");
  }
}
