package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.fixture.QuietLog;
import dev.reprise.journal.store.TestDatabases;
import dev.reprise.platform.Json;
import dev.reprise.web.LoopbackServer;
import dev.reprise.web.LoopbackServer.Heard;
import dev.reprise.web.WebFixture;
import dev.reprise.webhook.WebhookDispatcher.Timing;
import dev.reprise.webhook.Webhooks.WithSecret;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is due is sent, signed and in order; a receiver that fails or hangs harms no other. */
@QuietLog
class WebhookDispatcherTest extends WebhooksFixture {

  private static final String ACCEPTED = "HTTP/1.1 204 No Content\r\n\r\n";
  private static final String DOWN =
      "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 9999999\r\n\r\n";
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final ExecutorService threads = Executors.newCachedThreadPool();

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }

  @AfterEach
  void end() {
    threads.shutdownNow();
  }

  private WebhookDispatcher dispatcher(WebFixture web, Duration timeout, Duration retryFor) {
    var timing = new Timing(LEASE, Duration.ofSeconds(5), LONGEST_WAIT, retryFor);
    var sender =
        new WebhookSender(journal, web.client(), NO_MAIL, secrets, timeout, WebFixture.CLOCK);
    var places = new DeliveryPlaces(8, 1);
    return new WebhookDispatcher(pending, sender, threads, Clock.systemUTC(), timing, places);
  }

  private WebhookDispatcher dispatcher(WebFixture web) {
    return dispatcher(web, Duration.ofSeconds(5), DAY);
  }

  private Delivery awaitOnly(Webhook webhook, DeliveryStatus status) {
    await().until(() -> of(webhook).getFirst().status() == status);
    return of(webhook).getFirst();
  }

  private Delivery awaitFailure(Webhook webhook) {
    await().until(() -> of(webhook).getFirst().last().error().isPresent());
    return of(webhook).getFirst();
  }

  @Test
  void sendsASignedMessageWithoutTheAnswerOfTheRun() throws IOException {
    try (var receiver = LoopbackServer.saying(ACCEPTED);
        var web = WebFixture.of(receiver)) {
      WithSecret made =
          webhooks.create(
              UUID.randomUUID(),
              TENANT,
              new Webhook.Definition(receiver.url("/hook"), EnumSet.of(EventKind.COMPLETED), true),
              "ana");
      UUID run = completed();

      dispatcher(web).dispatch();

      Delivery delivered = awaitOnly(made.webhook(), DeliveryStatus.DELIVERED);
      assertThat(delivered.last().status()).contains(204);
      Heard heard = receiver.heard().getFirst();
      JsonNode body = Json.read(heard.body());
      assertThat(body.path("type").asText()).isEqualTo("run.completed");
      assertThat(body.path("timestamp").asText()).isEqualTo(delivered.happenedAt().toString());
      assertThat(body.path("data").toString())
          .isEqualTo(
              "{\"runId\":\"%s\",\"tenant\":\"default\",\"agent\":\"surveyor\",\"status\":\"COMPLETED\",\"sequence\":3}"
                  .formatted(run));
      assertThat(body.properties()).hasSize(3);
      String id = run + "-3";
      assertThat(heard.line()).isEqualTo("POST /hook HTTP/1.1");
      assertThat(heard.headers())
          .contains(
              "webhook-id: " + id,
              "webhook-timestamp: " + WebFixture.CLOCK.instant().getEpochSecond());
      assertThat(heard.head())
          .contains(made.secret().sign(id, WebFixture.CLOCK.instant(), heard.body()));
    }
  }

  @Test
  void sendsTheEventsOfARunInOrderWithTheReasonOfTheRecord() throws IOException {
    try (var receiver = LoopbackServer.saying(ACCEPTED);
        var web = WebFixture.of(receiver)) {
      wanting(receiver.url("/"));
      asksAndCompletes();

      dispatcher(web).dispatch();

      await().until(() -> receiver.heard().size() == 2);
      assertThat(receiver.heard().stream().map(it -> Json.read(it.body())))
          .extracting(it -> it.path("type").asText(), it -> it.at("/data/reason").asText())
          .containsExactly(
              tuple("run.waiting-for-approval", "approve c1"), tuple("run.completed", ""));
    }
  }

  @Test
  void retriesWhatIsNotAcceptedWithinItsLongestWaitWhateverTheReceiverAsks() throws Exception {
    var asked = new AtomicInteger();
    try (var receiver =
            LoopbackServer.that(
                (request, client) ->
                    LoopbackServer.write(client, asked.incrementAndGet() == 1 ? DOWN : ACCEPTED));
        var web = WebFixture.of(receiver)) {
      Webhook webhook = wanting(receiver.url("/"));
      completed();
      WebhookDispatcher dispatcher = dispatcher(web);
      dispatcher.dispatch();

      Delivery failed = awaitFailure(webhook);
      assertThat(failed.status()).isEqualTo(DeliveryStatus.PENDING);
      assertThat(failed.last().status()).contains(503);
      assertThat(failed.dueAt().orElseThrow())
          .isBefore(failed.happenedAt().plus(LONGEST_WAIT).plusSeconds(60));
      makeDue();
      dispatcher.dispatch();

      assertThat(awaitOnly(webhook, DeliveryStatus.DELIVERED).attempts()).isEqualTo(2);
      assertThat(receiver.heard().get(1).body()).isEqualTo(receiver.heard().get(0).body());
    }
  }

  @Test
  void givesUpAfterTheTimeForRetriesAndGoesOnWithTheNextEvent() throws Exception {
    try (var receiver = LoopbackServer.saying(DOWN);
        var web = WebFixture.of(receiver)) {
      Webhook webhook = wanting(receiver.url("/"));
      asksAndCompletes();

      dispatcher(web, Duration.ofSeconds(5), Duration.ofSeconds(1)).dispatch();

      await()
          .untilAsserted(
              () ->
                  assertThat(of(webhook))
                      .extracting(Delivery::status)
                      .containsOnly(DeliveryStatus.DEAD_LETTER));
      assertThat(receiver.heard()).hasSize(2);
    }
  }

  @Test
  void followsNoRedirect() throws IOException {
    try (var other = LoopbackServer.saying(ACCEPTED);
        var receiver =
            LoopbackServer.saying(
                "HTTP/1.1 307 Temporary Redirect", "Location: " + other.url("/"), "", "");
        var web = WebFixture.of(receiver, other)) {
      Webhook webhook = wanting(receiver.url("/"));
      completed();

      dispatcher(web).dispatch();

      assertThat(awaitFailure(webhook).last().status()).contains(307);
      assertThat(other.heard()).isEmpty();
    }
  }

  @Test
  void sendsNothingToAPrivateAddressThatANameResolvesToLater() throws IOException {
    try (var receiver = LoopbackServer.saying(ACCEPTED);
        var web = WebFixture.of(receiver)) {
      Webhook webhook = wanting("http://intranet.example/hook");
      completed();

      dispatcher(web).dispatch();

      assertThat(awaitFailure(webhook).last())
          .satisfies(last -> assertThat(last.status()).isEmpty())
          .satisfies(
              last -> assertThat(last.error().orElseThrow()).startsWith("address_not_allowed"));
    }
  }

  @Test
  void keepsNoConnectionAndNoOtherWebhookWhileAReceiverHangs() throws Exception {
    var release = new CountDownLatch(1);
    try (var hanging = LoopbackServer.that((request, client) -> release.await());
        var receiver = LoopbackServer.saying(ACCEPTED);
        var web = WebFixture.of(hanging, receiver)) {
      Webhook stuck = wanting(hanging.url("/"));
      completed();
      completed();
      WebhookDispatcher dispatcher = dispatcher(web, Duration.ofSeconds(2), DAY);
      dispatcher.dispatch();
      await().until(() -> hanging.heard().size() == 1);
      Webhook fine = wanting(receiver.url("/"));
      completed();

      dispatcher.dispatch();

      awaitOnly(fine, DeliveryStatus.DELIVERED);
      assertThat(hanging.heard()).as("one at a time to one webhook").hasSize(1);
      execute("DELETE FROM webhook_delivery WHERE status = 'DELIVERED'"); // no lock is held
      await().until(() -> hanging.heard().size() >= 2);
      assertThat(deliveries.list(stuck, Optional.empty(), Optional.empty(), 9))
          .anySatisfy(it -> assertThat(it.last().error().orElse("")).startsWith("timeout"));
    } finally {
      release.countDown();
    }
  }

  @Test
  void startsNothingWhenItsServerStops() throws Exception {
    try (var receiver = LoopbackServer.saying(ACCEPTED);
        var web = WebFixture.of(receiver)) {
      wanting(receiver.url("/"));
      completed();
      WebhookDispatcher dispatcher = dispatcher(web);

      dispatcher.stop();
      dispatcher.dispatch();

      threads.shutdown();
      assertThat(threads.awaitTermination(5, TimeUnit.SECONDS)).isTrue();
      assertThat(receiver.heard()).isEmpty();
    }
  }

  @Test
  void failsAnAttemptWhoseSecretThisServerCannotRead() throws Exception {
    try (var receiver = LoopbackServer.saying(ACCEPTED);
        var web = WebFixture.of(receiver)) {
      Webhook webhook = wanting(receiver.url("/"));
      completed();
      changeSecretKey("k9");

      dispatcher(web).dispatch();

      assertThat(awaitFailure(webhook).last().error().orElseThrow()).contains("k9");
      assertThat(receiver.heard()).isEmpty();
    }
  }

  private void changeSecretKey(String key) throws SQLException {
    execute("UPDATE webhook SET secret_key = '%s'".formatted(key));
  }
}
