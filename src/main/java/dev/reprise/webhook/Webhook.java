package dev.reprise.webhook;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Where a tenant is told what becomes of its runs.
 *
 * @param earlierSecretUntil until when the secret before the last rotation signs as well; empty if
 *     it does not sign any more
 */
public record Webhook(
    UUID id,
    String tenant,
    Definition definition,
    Optional<Instant> earlierSecretUntil,
    Origin origin) {

  /** The longest URL, in characters. */
  public static final int MAX_URL = 2_000;

  /**
   * What people define.
   *
   * @param url receives a POST for each event
   * @param events at least one
   * @param enabled whether new events are told, and deliveries are sent
   */
  public record Definition(String url, Set<EventKind> events, boolean enabled) {

    public Definition {
      if (events.isEmpty()) {
        throw new IllegalArgumentException("a webhook must want at least one event");
      }
      events = Set.copyOf(EnumSet.copyOf(events));
    }
  }

  /**
   * Where the webhook comes from.
   *
   * @param revision counts the changes that people made, from 1
   * @param by who created it
   */
  public record Origin(long revision, String by, Instant createdAt, Instant updatedAt) {}

  public long revision() {
    return origin.revision();
  }
}
