package dev.reprise.journal;

import java.util.UUID;

/** This server lacks a key to read a run's journal. The journal may be sound. */
public class KeyMissingException extends BrokenRecordException {

  public KeyMissingException(UUID run, long sequence, String done, String key) {
    super(
        run, sequence, "is %s with key '%s', which this server does not have".formatted(done, key));
  }
}
