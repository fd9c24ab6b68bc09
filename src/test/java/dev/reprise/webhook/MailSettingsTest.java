package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.reprise.fixture.TestConfig;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Mail is configured completely or not at all. */
class MailSettingsTest {

  private static final Map<String, String> COMPLETE =
      Map.of(
          "reprise.mail.host", "smtp.example.org",
          "reprise.mail.from", "reprise@example.org",
          "reprise.mail.domains", "example.org",
          "reprise.mail.links", "https://reprise.example.org");

  @Test
  void mayBeAbsentOrComplete() {
    assertThatCode(() -> check(Map.of())).doesNotThrowAnyException();
    assertThatCode(() -> check(COMPLETE)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({"reprise.mail.from", "reprise.mail.domains", "reprise.mail.links"})
  void needsTheOthersWithAServer(String missing) {
    Map<String, String> settings = new HashMap<>(COMPLETE);
    settings.remove(missing);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> check(settings))
        .withMessageContaining(missing)
        .withMessageContaining("reprise.mail.host");
  }

  @Test
  void needsAUserWithAPassword() {
    Map<String, String> settings = new HashMap<>(COMPLETE);
    settings.put("reprise.mail.password", "hidden");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> check(settings))
        .withMessageContaining("reprise.mail.user")
        .withMessageNotContaining("hidden");
  }

  private static void check(Map<String, String> settings) {
    new MailSettings().check(TestConfig.of(settings));
  }
}
