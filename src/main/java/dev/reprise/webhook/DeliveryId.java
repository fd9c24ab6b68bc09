package dev.reprise.webhook;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an event among the deliveries of a webhook, and the {@code webhook-id} by which
 * receivers recognise a message that they have seen: the run and the event's place in its journal.
 *
 * @param sequence at least 1
 */
public record DeliveryId(UUID run, long sequence) {

  private static final Pattern TEXT =
      Pattern.compile("([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([1-9][0-9]{0,17})");

  /** Reads an id; empty if the text is none. */
  public static Optional<DeliveryId> of(String text) {
    Matcher parts = TEXT.matcher(text);
    return parts.matches()
        ? Optional.of(
            new DeliveryId(UUID.fromString(parts.group(1)), Long.parseLong(parts.group(2))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return run + "-" + sequence;
  }
}
