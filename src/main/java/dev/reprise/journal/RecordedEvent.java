package dev.reprise.journal;

import java.time.Instant;

/**
 * An event as it stands in the journal.
 *
 * @param tenant whose it is, as its seal covers
 * @param position its place and hash
 * @param epoch of its writer
 * @param type its name in the registry
 * @param at when it was written, by the database's clock
 * @param payload its JSON
 * @param event what the payload says
 */
public record RecordedEvent(
    String tenant,
    Position position,
    long epoch,
    String type,
    Instant at,
    String payload,
    RunEvent event) {

  public long sequence() {
    return position.sequence();
  }
}
