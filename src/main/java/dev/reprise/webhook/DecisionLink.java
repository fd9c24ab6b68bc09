package dev.reprise.webhook;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A link in a mail to the page where a person decides about a run. Its signature shows that this
 * product made it, for this run, and that it has not expired; who may decide depends on the login.
 *
 * @param webhook whose secret signs it
 * @param until when it expires, in whole seconds
 */
public record DecisionLink(UUID webhook, UUID run, Instant until, String signature) {

  /** The beginning of the path of each link. */
  public static final String PATH = "/api/v1/approvals/";

  private static final int MAX_DIGITS = 12;

  /**
   * Reads a link.
   *
   * @param path below the address of the server; begins with {@link #PATH}
   * @param query returns the value of a parameter, or null if it is absent
   * @return empty if a part is missing or is not what it must be
   */
  public static Optional<DecisionLink> of(String path, Function<String, @Nullable String> query) {
    String webhook = query.apply("webhook");
    String until = query.apply("until");
    String signature = query.apply("signature");
    if (webhook == null || until == null || signature == null || until.length() > MAX_DIGITS) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new DecisionLink(
              UUID.fromString(webhook),
              UUID.fromString(path.substring(PATH.length())),
              Instant.ofEpochSecond(Long.parseLong(until)),
              signature));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns a link that is signed with the secret of a webhook. */
  static DecisionLink signed(UUID webhook, UUID run, Instant until, WebhookSecret secret) {
    Instant end = Instant.ofEpochSecond(until.getEpochSecond());
    return new DecisionLink(webhook, run, end, signature(webhook, run, end, secret));
  }

  /** No message of a webhook is signed with such an id. */
  private static String signature(UUID webhook, UUID run, Instant until, WebhookSecret secret) {
    return secret.hex("decision-link " + run, until, webhook.toString());
  }

  /** Returns whether one of these secrets has signed it, and it has not expired. */
  boolean isValid(Collection<WebhookSecret> secrets, Instant now) {
    byte[] given = signature.getBytes(StandardCharsets.UTF_8);
    return now.isBefore(until)
        && secrets.stream()
            .map(secret -> signature(webhook, run, until, secret))
            .anyMatch(own -> MessageDigest.isEqual(given, own.getBytes(StandardCharsets.UTF_8)));
  }

  /** Returns the path below the address of the server. */
  String path() {
    return "%s%s?webhook=%s&until=%d&signature=%s"
        .formatted(PATH, run, webhook, until.getEpochSecond(), signature);
  }
}
