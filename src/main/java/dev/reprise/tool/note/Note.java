package dev.reprise.tool.note;

import java.time.Instant;
import java.util.List;

/**
 * A note of an agent.
 *
 * @param turn increases with each change that the agent makes to its notes
 * @param writtenAt by the database's clock
 */
record Note(String key, List<String> tags, String text, long turn, Instant writtenAt) {

  /** The longest key, in characters. */
  static final int MAX_KEY_LENGTH = 200;

  /** The largest text, in bytes of UTF-8, so that the model reads it in one piece. */
  static final int MAX_BYTES = 32 * 1024;

  Note {
    tags = List.copyOf(tags);
  }
}
