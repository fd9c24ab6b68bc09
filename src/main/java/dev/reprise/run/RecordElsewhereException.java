package dev.reprise.run;

import java.util.UUID;

/**
 * The record of a run that is not durable is needed where it is not: it is in another server's
 * memory, or was dropped, or is lost.
 */
public class RecordElsewhereException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param home which start of which server had the record
   */
  RecordElsewhereException(UUID run, String home) {
    super(
        "Run %s was submitted as not durable; its record was in the memory of %s and is not in this server's."
            .formatted(run, home));
  }
}
