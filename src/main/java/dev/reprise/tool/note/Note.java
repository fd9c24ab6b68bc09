package dev.reprise.tool.note;

import java.time.Instant;
import java.util.List;

/**
 * What an agent noted.
 *
 * @param turn grows with each change that the agent makes to its notes
 * @param writtenAt by the database's clock
 */
record Note(String key, List<String> tags, String text, long turn, Instant writtenAt) {

  /** How long a key may be, in characters. */
  static final int MAX_KEY_LENGTH = 200;

  /** How large a text may be, in bytes of UTF-8, so that it is read in one piece. */
  static final int MAX_BYTES = 32 * 1024;

  Note {
    tags = List.copyOf(tags);
  }
}
