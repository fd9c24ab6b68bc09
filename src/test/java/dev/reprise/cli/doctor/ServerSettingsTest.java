package dev.reprise.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.client.RepriseClient;
import dev.reprise.client.http.ProblemException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Settings are values or defaults, and are asked for once. */
class ServerSettingsTest {

  private final CheckedServer server = new CheckedServer();

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void whatIsNotSetHasItsDefault() throws Exception {
    server.answer(
        """
        {"items": [{"name": "a", "value": "1", "default": "2", "source": "env"},
                   {"name": "b", "default": "2"},
                   {"name": "c"}]}
        """);
    try (RepriseClient client = server.client()) {
      var settings = new ServerSettings(client);

      assertThat(settings.value("a")).contains("1");
      assertThat(settings.isSet("a")).isTrue();
      assertThat(settings.number("b")).isEqualTo(2);
      assertThat(settings.isSet("b")).isFalse();
      assertThat(settings.value("c")).isEmpty();
      assertThat(settings.value("unknown")).isEmpty();
    }
    assertThat(server.asked()).hasSize(1);
  }

  @Test
  void aRefusalIsOneForAllSettings() throws Exception {
    server.refuse();
    try (RepriseClient client = server.client()) {
      var settings = new ServerSettings(client);

      assertThatThrownBy(() -> settings.value("a")).isInstanceOf(ProblemException.class);
      assertThatThrownBy(() -> settings.isSet("b")).isInstanceOf(ProblemException.class);
    }
    assertThat(server.asked()).hasSize(1);
  }
}
