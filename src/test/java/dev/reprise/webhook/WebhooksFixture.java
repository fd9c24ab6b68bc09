package dev.reprise.webhook;

import dev.reprise.fixture.TestConfig;
import dev.reprise.journal.HumanInputEvent;
import dev.reprise.journal.LifecycleEvent;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.Waits;
import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.KeyRing;
import dev.reprise.platform.KeySource;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.queue.ClaimResult;
import dev.reprise.queue.row.RunsFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** Runs whose events are told to webhooks, in a database that is emptied before each test. */
abstract class WebhooksFixture extends RunsFixture {

  static final String TENANT = "default";
  static final String URL = "https://receiver.example/hook";
  static final int MAX_OF_TENANT = 3;
  static final MailSender NO_MAIL =
      new MailSender(new MailSettings(TestConfig.empty()), Duration.ofSeconds(5));

  final SecretStore secrets = new SecretStore(new TextEncryption(KeySource.of(KeyRing.parse(KEY))));
  Webhooks webhooks;
  Deliveries deliveries;
  DeliveryQueue pending;

  @Override
  protected Outbox outbox() {
    return new WebhookOutbox();
  }

  @BeforeEach
  void noWebhooks() throws SQLException {
    execute("DELETE FROM webhook");
    webhooks =
        new Webhooks(
            new Database(database()), secrets, NO_MAIL, MAX_OF_TENANT, Duration.ofHours(24));
    deliveries = new Deliveries(new Database(database()));
    pending = new DeliveryQueue(new Database(database()));
  }

  static Webhook.Definition wants(Set<EventKind> events) {
    return new Webhook.Definition(URL, events, true);
  }

  Webhook wantingAll() {
    return wanting(URL);
  }

  Webhook wanting(String url) {
    return webhooks
        .create(
            UUID.randomUUID(),
            TENANT,
            new Webhook.Definition(url, EnumSet.allOf(EventKind.class), true),
            "ana")
        .webhook();
  }

  /** Returns a run that has ended with an answer, after a wait for an approval. */
  UUID asksAndCompletes() {
    UUID run = queued();
    ClaimResult.Admitted asking = admitted(run, HERE);
    claims
        .release(
            asking.claim(), asking.head(), Waits.of("approval", "approve c1", Optional.empty()))
        .await();
    queue.resolve(
        run,
        row(run).head(),
        List.of(
            new HumanInputEvent.Decided(
                "one", 1, "c1", true, "bob", Instant.EPOCH, Optional.empty(), Optional.empty())));
    complete(run);
    return run;
  }

  UUID completed() {
    UUID run = queued();
    complete(run);
    return run;
  }

  void complete(UUID run) {
    ClaimResult.Admitted admitted = admitted(run, HERE);
    claims
        .release(admitted.claim(), admitted.head(), new LifecycleEvent.Completed("an answer"))
        .await();
  }

  List<Delivery> of(Webhook webhook) {
    return deliveries.list(webhook, Optional.empty(), Optional.empty(), 100);
  }

  /** Claims what is due to all webhooks. */
  List<ClaimedDelivery> claimed() {
    return pending.receivers().stream()
        .flatMap(receiver -> pending.claim(receiver, LEASE, 100).stream())
        .toList();
  }

  void makeDue() throws SQLException {
    execute("UPDATE webhook_delivery SET due_at = happened_at WHERE status = 'PENDING'");
  }
}
