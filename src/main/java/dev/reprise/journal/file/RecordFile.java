package dev.reprise.journal.file;

import java.io.IOException;
import java.io.InputStream;

/** The bytes of a record file, which are read several times and never held in memory as a whole. */
@FunctionalInterface
public interface RecordFile {

  /**
   * Returns the file from a byte on.
   *
   * @param offset 0 for all of it
   */
  InputStream from(long offset) throws IOException;
}
