package dev.reprise.webhook;

/** A tenant has as many webhooks as it may have, and can make another after it deletes one. */
public class TooManyWebhooksException extends RuntimeException {

  TooManyWebhooksException(String tenant, int maxOfTenant) {
    super(
        "Tenant %s may have %d webhooks, and has them (reprise.webhooks.max-of-tenant)."
            .formatted(tenant, maxOfTenant));
  }
}
