package dev.reprise.journal;

import java.time.Instant;

/**
 * An event as the journal has it.
 *
 * @param tenant the run's tenant, which the hash covers
 * @param position its place and hash
 * @param epoch of its writer
 * @param type its name in the registry
 * @param at when it was written, by the database's clock
 * @param payload its JSON
 * @param event the payload, decoded
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
