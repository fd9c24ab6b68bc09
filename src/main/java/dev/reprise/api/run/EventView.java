package dev.reprise.api.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.codec.RecordJson;
import java.time.Instant;

/**
 * An event of a run's journal.
 *
 * @param sequence its position in the journal, gap-free from 1
 * @param type what happened, for example {@code phase.started}
 * @param epoch of its writer
 * @param at when it was written, by the database's clock
 * @param data depends on the type
 * @param hash covers this event and the one before it; hexadecimal
 */
public record EventView(
    long sequence, String type, long epoch, Instant at, JsonNode data, String hash) {

  public static EventView of(RecordedEvent event) {
    return new EventView(
        event.sequence(),
        event.type(),
        event.epoch(),
        event.at(),
        RecordJson.tree(event.payload()),
        event.position().hash());
  }
}
