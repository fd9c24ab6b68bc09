package dev.reprise.journal.file;

import dev.reprise.journal.seal.Append;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;

/** What entries say, read from them each time that it is asked for. */
final class ReadEntries<T> extends AbstractList<T> implements RandomAccess {

  private final List<Append.Entry> entries;
  private final Function<Append.Entry, T> reading;

  ReadEntries(List<Append.Entry> entries, Function<Append.Entry, T> reading) {
    this.entries = entries;
    this.reading = reading;
  }

  @Override
  public T get(int index) {
    return reading.apply(entries.get(index));
  }

  @Override
  public int size() {
    return entries.size();
  }
}
