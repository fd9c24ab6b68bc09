package dev.reprise.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.journal.store.EachDatabase;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.webhook.ClaimedDelivery.Receiver;
import dev.reprise.webhook.Webhooks.WithSecret;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What every database must do for the webhooks of tenants. */
@EachDatabase
class WebhooksTest extends WebhooksFixture {

  private static final Webhook.Definition ENDS =
      wants(EnumSet.of(EventKind.COMPLETED, EventKind.FAILED));

  @Test
  void keepsWhatPeopleDefine() {
    Webhook first = webhooks.create(UUID.randomUUID(), TENANT, ENDS, "ana").webhook();
    awaitTimeAfter(first.origin().createdAt());
    Webhook second =
        webhooks
            .create(
                UUID.randomUUID(),
                TENANT,
                new Webhook.Definition(URL + "?x=1", EnumSet.of(EventKind.PAUSED), false),
                "bob")
            .webhook();

    assertThat(webhooks.find(TENANT, first.id())).contains(first);
    assertThat(first.definition()).isEqualTo(ENDS);
    assertThat(first.revision()).isOne();
    assertThat(first.origin().by()).isEqualTo("ana");
    assertThat(webhooks.list(TENANT)).containsExactly(first, second);
  }

  @Test
  void keepsTenantsApart() {
    Webhook webhook = webhooks.create(UUID.randomUUID(), TENANT, ENDS, "ana").webhook();

    assertThat(webhooks.find("other", webhook.id())).isEmpty();
    assertThat(webhooks.list("other")).isEmpty();
  }

  @Test
  void changesTheRevisionThatWasRead() {
    Webhook read = webhooks.create(UUID.randomUUID(), TENANT, ENDS, "ana").webhook();
    var paused = new Webhook.Definition(URL, EnumSet.of(EventKind.PAUSED), true);

    Webhook changed = webhooks.change(read, paused).orElseThrow();

    assertThat(changed.definition()).isEqualTo(paused);
    assertThat(changed.revision()).isEqualTo(2);
    assertThat(webhooks.change(read, ENDS)).isEmpty();
    assertThat(webhooks.rotateSecret(read)).isEmpty();
    assertThat(webhooks.find(TENANT, read.id())).contains(changed);
  }

  @Test
  void allowsATenantNoMoreThanItsNumber() {
    for (int i = 0; i < MAX_OF_TENANT; i++) {
      webhooks.create(UUID.randomUUID(), TENANT, ENDS, "ana");
    }
    webhooks.create(UUID.randomUUID(), "other", ENDS, "eve");

    assertThatThrownBy(() -> webhooks.create(UUID.randomUUID(), TENANT, ENDS, "ana"))
        .isInstanceOf(TooManyWebhooksException.class)
        .hasMessageContaining("reprise.webhooks.max-of-tenant");
    assertThat(webhooks.list(TENANT)).hasSize(MAX_OF_TENANT);
  }

  @Test
  void encryptsSecretsForTheirWebhookAlone() throws SQLException {
    WithSecret made = webhooks.create(UUID.randomUUID(), TENANT, ENDS, "ana");
    completed();

    TextEncryption.Encrypted encrypted = receiver().secrets().getFirst();

    assertThat(encrypted.key()).isEqualTo("k1");
    assertThat(encrypted.text()).doesNotContain(made.secret().text().substring(6, 20));
    assertThat(secrets.show(made.webhook().id(), encrypted).text()).isEqualTo(made.secret().text());
    assertThatThrownBy(() -> secrets.show(UUID.randomUUID(), encrypted)).isNotNull();
  }

  @Test
  void signsWithBothSecretsForAWhileAfterARotation() throws SQLException {
    WithSecret made = webhooks.create(UUID.randomUUID(), TENANT, ENDS, "ana");
    completed();

    WithSecret rotated = webhooks.rotateSecret(made.webhook()).orElseThrow();

    assertThat(rotated.webhook().earlierSecretUntil()).isPresent();
    assertThat(signing(made.webhook()))
        .containsExactly(rotated.secret().text(), made.secret().text());

    WithSecret again = webhooks.rotateSecret(rotated.webhook()).orElseThrow();
    assertThat(signing(made.webhook()))
        .as("at most two")
        .containsExactly(again.secret().text(), rotated.secret().text());
    execute("UPDATE webhook SET earlier_until = created_at");
    assertThat(signing(made.webhook())).containsExactly(again.secret().text());
    assertThat(webhooks.find(TENANT, made.webhook().id()).orElseThrow().earlierSecretUntil())
        .isEmpty();
  }

  @Test
  void signsWithTheNewSecretAloneIfThereIsNoOverlap() {
    var strict =
        new Webhooks(new Database(database()), secrets, NO_MAIL, MAX_OF_TENANT, Duration.ZERO);
    WithSecret made = strict.create(UUID.randomUUID(), TENANT, ENDS, "ana");
    completed();

    WithSecret rotated = strict.rotateSecret(made.webhook()).orElseThrow();

    assertThat(rotated.webhook().earlierSecretUntil()).isEqualTo(Optional.empty());
    assertThat(signing(made.webhook())).containsExactly(rotated.secret().text());
  }

  private List<String> signing(Webhook webhook) {
    return receiver().secrets().stream()
        .map(encrypted -> secrets.show(webhook.id(), encrypted).text())
        .toList();
  }

  private Receiver receiver() {
    return pending.receivers().getFirst();
  }
}
