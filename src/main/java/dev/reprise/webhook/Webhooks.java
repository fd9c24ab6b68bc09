package dev.reprise.webhook;

import dev.reprise.journal.seal.TextEncryption;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.queue.row.RunSql;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Makes, changes and reads the webhooks of tenants for people. A change takes effect at once: the
 * next event is told by what is stored then.
 *
 * <p>Secrets are encrypted where records are, and no method returns one that was stored. Every
 * method throws {@link DatabaseException} if the database fails.
 */
@ApplicationScoped
public class Webhooks {

  private static final String COLUMNS =
      "id, tenant, url, events, enabled, revision, made_by, created_at, updated_at,"
          + " CASE WHEN earlier_until > CURRENT_TIMESTAMP THEN earlier_until END AS earlier_until";

  private static final String FIND =
      "SELECT %s FROM webhook WHERE tenant = ? AND id = ?".formatted(COLUMNS);

  private static final String LIST =
      "SELECT %s FROM webhook WHERE tenant = ? ORDER BY created_at, id".formatted(COLUMNS);

  private static final String COUNT = "SELECT COUNT(*) FROM webhook WHERE tenant = ?";

  private static final String RECEIVER =
      """
      SELECT id, tenant, url, secret, secret_key, earlier_secret, earlier_key,
             CASE WHEN earlier_until > CURRENT_TIMESTAMP THEN 1 ELSE 0 END AS earlier
      FROM webhook WHERE id = ?""";

  private final Database database;
  private final SecretStore secrets;
  private final MailSender mail;
  private final SecureRandom random = new SecureRandom();
  private final int maxOfTenant;
  private final Duration secretOverlap;

  @Inject
  Webhooks(Database database, TextEncryption texts, MailSender mail, WebhookSettings settings) {
    this(database, new SecretStore(texts), mail, settings.maxOfTenant, settings.secretOverlap);
  }

  Webhooks(
      Database database,
      SecretStore secrets,
      MailSender mail,
      int maxOfTenant,
      Duration secretOverlap) {
    this.database = database;
    this.secrets = secrets;
    this.mail = mail;
    this.maxOfTenant = maxOfTenant;
    this.secretOverlap = secretOverlap;
  }

  /**
   * A webhook with its new secret.
   *
   * @param secret not returned a second time
   */
  public record WithSecret(Webhook webhook, WebhookSecret secret) {}

  /**
   * Creates a webhook, with a new secret.
   *
   * @throws TooManyWebhooksException if the tenant has as many as it may. Two that are created at
   *     the same time may both be the last one.
   */
  public WithSecret create(UUID id, String tenant, Webhook.Definition definition, String by) {
    WebhookSecret secret = WebhookSecret.random(random);
    TextEncryption.Encrypted encrypted = secrets.hide(id, secret);
    Webhook webhook =
        database.together(
            transaction -> {
              if (transaction.number(COUNT, tenant) >= maxOfTenant) {
                throw new TooManyWebhooksException(tenant, maxOfTenant);
              }
              transaction.insert(
                  values(definition)
                      .set("id", id)
                      .set("tenant", tenant)
                      .set("secret", encrypted.text())
                      .set("secret_key", encrypted.key())
                      .set("revision", 1)
                      .set("made_by", by)
                      .now("created_at"));
              return transaction.first(FIND, Webhooks::read, tenant, id).orElseThrow();
            });
    return new WithSecret(webhook, secret);
  }

  /** Returns whether a URL is that of a person who gets mail. */
  public static boolean isMail(String url) {
    return MailAddress.isMeant(url);
  }

  /**
   * Checks whether this server may send mail to a URL.
   *
   * @throws IllegalArgumentException if it may not; the message continues a sentence that begins
   *     with the URL
   */
  public void requireMailAllowed(String url) {
    mail.requireAllowed(url);
  }

  /** Returns whether the webhook that a link names has signed it, and it has not expired. */
  public boolean hasSigned(DecisionLink link, Instant now) {
    List<WebhookSecret> signing =
        receiver(link.webhook()).stream()
            .flatMap(it -> it.secrets().stream())
            .map(encrypted -> secrets.show(link.webhook(), encrypted))
            .toList();
    return link.isValid(signing, now);
  }

  /** Returns a webhook with the secrets that sign. */
  Optional<ClaimedDelivery.Receiver> receiver(UUID id) {
    return database.first(RECEIVER, DeliveryQueue::receiver, id);
  }

  public Optional<Webhook> find(String tenant, UUID id) {
    return database.first(FIND, Webhooks::read, tenant, id);
  }

  /** Returns all webhooks of a tenant, the oldest first. */
  public List<Webhook> list(String tenant) {
    return database.rows(LIST, Webhooks::read, tenant);
  }

  /**
   * Gives a webhook another definition. Deliveries that wait go to the new URL.
   *
   * @return empty if another caller changed or deleted it since it was read
   */
  public Optional<Webhook> change(Webhook webhook, Webhook.Definition definition) {
    return database.together(
        transaction ->
            transaction.moves(
                    values(definition).sql("revision", "revision + 1"),
                    "id = ? AND revision = ?",
                    webhook.id(),
                    webhook.revision())
                ? transaction.first(FIND, Webhooks::read, webhook.tenant(), webhook.id())
                : Optional.empty());
  }

  /**
   * Gives a webhook a new secret. The present one signs as well for a while, so that receivers have
   * time to change theirs; one that is older does not.
   *
   * @return empty if another caller changed or deleted it since it was read
   */
  public Optional<WithSecret> rotateSecret(Webhook webhook) {
    WebhookSecret secret = WebhookSecret.random(random);
    TextEncryption.Encrypted encrypted = secrets.hide(webhook.id(), secret);
    String rotate =
        """
        UPDATE webhook SET earlier_secret = secret, earlier_key = secret_key, earlier_until = %s,
                           secret = ?, secret_key = ?, revision = revision + 1,
                           updated_at = CURRENT_TIMESTAMP
        WHERE id = ? AND revision = ?"""
            .formatted(RunSql.fromNow(secretOverlap));
    return database
        .together(
            transaction ->
                transaction.moves(
                        rotate, encrypted.text(), encrypted.key(), webhook.id(), webhook.revision())
                    ? transaction.first(FIND, Webhooks::read, webhook.tenant(), webhook.id())
                    : Optional.<Webhook>empty())
        .map(rotated -> new WithSecret(rotated, secret));
  }

  /** Removes a webhook with its deliveries. Returns whether it existed. */
  public boolean remove(Webhook webhook) {
    boolean removed = database.moves("DELETE FROM webhook WHERE id = ?", webhook.id());
    // deliveries that appends insert at the same moment are removed with those that have ended
    database.update("DELETE FROM webhook_delivery WHERE webhook_id = ?", webhook.id());
    return removed;
  }

  private static RowValues values(Webhook.Definition definition) {
    String events =
        definition.events().stream()
            .sorted()
            .map(EventKind::eventName)
            .collect(Collectors.joining(" ", " ", " "));
    return RowValues.of("webhook")
        .set("url", definition.url())
        .set("events", events)
        .set("enabled", definition.enabled())
        .now("updated_at");
  }

  private static Webhook read(Row row) {
    Set<EventKind> events =
        Arrays.stream(row.text("events").strip().split(" "))
            .flatMap(name -> EventKind.named(name).stream())
            .collect(Collectors.toSet());
    return new Webhook(
        row.id("id"),
        row.text("tenant"),
        new Webhook.Definition(row.text("url"), events, row.flag("enabled")),
        row.optionalInstant("earlier_until"),
        new Webhook.Origin(
            row.number("revision"),
            row.text("made_by"),
            row.instant("created_at"),
            row.instant("updated_at")));
  }
}
