package dev.reprise.webhook;

import dev.reprise.journal.seal.TextEncryption;
import java.util.UUID;

/** Encrypts the secrets of webhooks for their rows, with the keys of records. */
record SecretStore(TextEncryption texts) {

  /** A rotation moves the stored form to another column, so the place does not change with it. */
  private static TextEncryption.Place place(UUID webhook) {
    return new TextEncryption.Place(webhook, 0, "webhook-secret");
  }

  TextEncryption.Encrypted hide(UUID webhook, WebhookSecret secret) {
    return texts.hide(place(webhook), secret.text());
  }

  /**
   * Reads a stored secret.
   *
   * @throws dev.reprise.journal.KeyMissingException if it is encrypted with a key that this server
   *     lacks
   * @throws dev.reprise.journal.BrokenRecordException if it was changed, or belongs to another
   *     webhook
   */
  WebhookSecret show(UUID webhook, TextEncryption.Encrypted encrypted) {
    return WebhookSecret.of(texts.show(place(webhook), encrypted));
  }
}
