package dev.reprise.webhook;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.Json;
import dev.reprise.web.LoopbackServer;
import dev.reprise.web.LoopbackServer.Heard;
import dev.reprise.web.WebFixture;
import dev.reprise.webhook.Webhooks.WithSecret;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** A person learns at once whether a receiver accepts what is sent, and why not. */
class TestDeliveryTest extends WebhooksFixture {

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }

  private WithSecret disabled(String url) {
    return webhooks.create(
        UUID.randomUUID(),
        TENANT,
        new Webhook.Definition(url, EnumSet.of(EventKind.FAILED), false),
        "ana");
  }

  private Delivery.LastAnswer tested(WebFixture web, Webhook webhook) {
    return tested(web, NO_MAIL, webhook);
  }

  private Delivery.LastAnswer tested(WebFixture web, MailSender mail, Webhook webhook) {
    return tests(web, mail).to(webhook).orElseThrow();
  }

  private TestDelivery tests(WebFixture web, MailSender mail) {
    return new TestDelivery(
        webhooks,
        new WebhookSender(
            journal, web.client(), mail, secrets, Duration.ofSeconds(5), WebFixture.CLOCK));
  }

  @Test
  void isSignedWithAllSecretsAndNoDelivery() throws IOException {
    try (var receiver = LoopbackServer.saying("HTTP/1.1 204 No Content\r\n\r\n");
        var web = WebFixture.of(receiver)) {
      WithSecret first = disabled(receiver.url("/hook"));
      WithSecret made = webhooks.rotateSecret(first.webhook()).orElseThrow();

      Delivery.LastAnswer answer = tested(web, made.webhook());

      assertThat(answer.status()).contains(204);
      assertThat(answer.error()).isEmpty();
      Heard heard = receiver.heard().getFirst();
      JsonNode body = Json.read(heard.body());
      assertThat(body.path("type").asText()).isEqualTo("webhook.test");
      assertThat(EventKind.named("webhook.test")).as("no event has this type").isEmpty();
      assertThat(body.path("data").toString())
          .isEqualTo(
              "{\"webhookId\":\"%s\",\"tenant\":\"default\"}".formatted(made.webhook().id()));
      String id =
          heard.headers().stream()
              .filter(it -> it.startsWith("webhook-id: test-"))
              .map(it -> it.substring("webhook-id: ".length()))
              .findFirst()
              .orElseThrow();
      assertThat(heard.head())
          .contains(
              made.secret().sign(id, WebFixture.CLOCK.instant(), heard.body()),
              first.secret().sign(id, WebFixture.CLOCK.instant(), heard.body()));
      assertThat(of(made.webhook())).isEmpty();
    }
  }

  @Test
  void tellsWhatTheReceiverAnsweredAndDoesNotTryAgain() throws IOException {
    try (var receiver = LoopbackServer.saying("HTTP/1.1 503 Service Unavailable\r\n\r\n");
        var web = WebFixture.of(receiver)) {
      Delivery.LastAnswer answer = tested(web, disabled(receiver.url("/hook")).webhook());

      assertThat(answer.status()).contains(503);
      assertThat(answer.error()).contains("the receiver answered 503; 2xx accepts");
      assertThat(receiver.heard()).hasSize(1);
    }
  }

  @Test
  void passesTheGuardAndShowsNoMoreOfTheUrlThanDeliveriesDo() throws IOException {
    try (var receiver = LoopbackServer.saying("HTTP/1.1 204 No Content\r\n\r\n");
        var web = WebFixture.of(receiver)) {
      Webhook webhook = disabled("http://intranet.example/hook-of-secret").webhook();

      Delivery.LastAnswer answer = tested(web, webhook);

      assertThat(answer.status()).isEmpty();
      assertThat(answer.error().orElseThrow())
          .startsWith("address_not_allowed")
          .doesNotContain("hook-of-secret");
    }
  }

  @Test
  void isNotSentWhileTheTenantHasManyUnderWay() throws Exception {
    var answers = new CountDownLatch(1);
    var asked = new CountDownLatch(TestDelivery.AT_ONCE / 2);
    try (var receiver =
            LoopbackServer.that(
                (heard, client) -> {
                  asked.countDown();
                  answers.await();
                  client
                      .getOutputStream()
                      .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(US_ASCII));
                });
        var web = WebFixture.of(receiver);
        var people = Executors.newVirtualThreadPerTaskExecutor()) {
      Webhook webhook = disabled(receiver.url("/hook")).webhook();
      TestDelivery tests = tests(web, NO_MAIL);
      List<Future<Delivery.LastAnswer>> underWay =
          IntStream.range(0, TestDelivery.AT_ONCE / 2)
              .mapToObj(i -> people.submit(() -> tests.to(webhook).orElseThrow()))
              .toList();
      asked.await();

      assertThat(tests.to(webhook).orElseThrow().error())
          .contains("nothing was sent: too many tests are under way");

      answers.countDown();
      for (Future<Delivery.LastAnswer> one : underWay) {
        assertThat(one.get().status()).contains(204);
      }
      assertThat(tests.to(webhook).orElseThrow().status()).contains(204);
    }
  }

  @Test
  void goesByMailToo() throws Exception {
    var mail = new GreenMail(ServerSetup.SMTP.dynamicPort());
    mail.start();
    try (var silent = LoopbackServer.saying("");
        var web = WebFixture.of(silent)) {
      Webhook webhook = disabled("mailto:ana@example.org").webhook();

      Delivery.LastAnswer answer =
          tested(web, mailTo(mail.getSmtp().getPort(), "example.org"), webhook);
      Delivery.LastAnswer refused =
          tested(web, mailTo(mail.getSmtp().getPort(), "example.com"), webhook);

      assertThat(answer.error()).isEmpty();
      assertThat(refused.error().orElseThrow()).contains("reprise.mail.domains");
      assertThat(mail.getReceivedMessages()).hasSize(1);
      assertThat(mail.getReceivedMessages()[0].getSubject()).isEqualTo("[Reprise] webhook.test");
      assertThat(GreenMailUtil.getBody(mail.getReceivedMessages()[0])).contains("Tenant: default");
    } finally {
      mail.stop();
    }
  }

  private static MailSender mailTo(int port, String domain) {
    return new MailSender(
        new MailSettings(
            TestConfig.of(
                Map.of(
                    "reprise.mail.host", "127.0.0.1",
                    "reprise.mail.port", Integer.toString(port),
                    "reprise.mail.security", "none",
                    "reprise.mail.from", "reprise@example.org",
                    "reprise.mail.domains", domain,
                    "reprise.mail.links", "https://reprise.example.org/"))),
        Duration.ofSeconds(5));
  }
}
