package dev.reprise.webhook;

/**
 * The database failed. Nothing was changed, unless an {@link
 * dev.reprise.platform.jdbc.InDoubtException} is among its causes.
 */
public class WebhooksUnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  WebhooksUnavailableException(Throwable cause) {
    super("the webhooks cannot be read or written", cause);
  }
}
