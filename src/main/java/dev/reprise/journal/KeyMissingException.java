package dev.reprise.journal;

import java.util.UUID;

/** A run's journal cannot be read here, because this server lacks a key; it may be sound. */
public class KeyMissingException extends BrokenRecordException {

  private static final long serialVersionUID = 1L;

  public KeyMissingException(UUID run, long sequence, String done, String key) {
    super(
        run, sequence, "is %s with key '%s', which this server does not have".formatted(done, key));
  }
}
