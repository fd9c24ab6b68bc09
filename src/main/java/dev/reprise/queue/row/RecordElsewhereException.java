package dev.reprise.queue.row;

import java.util.UUID;

/**
 * This server cannot read the record of a run that is not durable. The record is in another
 * server's memory, was dropped, or is lost.
 */
public class RecordElsewhereException extends RuntimeException {

  /**
   * @param inMemoryOn the start of the server that had the record
   */
  RecordElsewhereException(UUID run, String inMemoryOn) {
    super(
        "Run %s was submitted as not durable; its record was in the memory of %s and is not in this server's."
            .formatted(run, inMemoryOn));
  }
}
