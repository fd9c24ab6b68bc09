package dev.reprise.batch.source;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/**
 * Characters for a parser that holds a row in memory. It ends reading within a row that is far too
 * long, whatever the row consists of.
 */
final class RowLimit extends FilterReader {

  /** More than a parser reads ahead. */
  private static final int READ_AHEAD = 65_536;

  private final int max;
  private int left;

  RowLimit(Reader in, int maxRowLength) {
    super(in);
    this.max = maxRowLength + READ_AHEAD;
    this.left = max;
  }

  /** A row is too long. */
  static final class RowTooLongException extends IOException {}

  void beginRow() {
    left = max;
  }

  @Override
  public int read() throws IOException {
    var one = new char[1];
    return read(one, 0, 1) < 0 ? -1 : one[0];
  }

  @Override
  public int read(char[] into, int from, int length) throws IOException {
    int read = super.read(into, from, length);
    left -= Math.max(0, read);
    if (left < 0) {
      throw new RowTooLongException();
    }
    return read;
  }
}
