package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Secrets sign as Standard Webhooks specifies. */
class WebhookSecretTest {

  @Test
  void signsLikeTheExampleOfTheSpecificationsLibraries() {
    var secret = WebhookSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    assertThat(
            secret.sign(
                "msg_p5jXN8AQM9LWM0D4loKWxJek",
                Instant.ofEpochSecond(1_614_265_330),
                "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void hasThirtyTwoRandomBytesAndOneText() {
    String text = WebhookSecret.random(new SecureRandom()).text();

    assertThat(text).startsWith("whsec_");
    assertThat(Base64.getDecoder().decode(text.substring("whsec_".length()))).hasSize(32);
    assertThat(WebhookSecret.of(text).text()).isEqualTo(text);
    assertThat(WebhookSecret.random(new SecureRandom()).text()).isNotEqualTo(text);
  }

  @Test
  void isShownByNoLog() {
    var secret = WebhookSecret.random(new SecureRandom());

    assertThat("%s".formatted(secret)).doesNotContain(secret.text());
  }

  @Test
  void refusesATextThatIsNoSecret() {
    assertThatThrownBy(() -> WebhookSecret.of("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        .hasMessageContaining("whsec_");
  }
}
