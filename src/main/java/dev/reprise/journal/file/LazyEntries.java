package dev.reprise.journal.file;

import dev.reprise.journal.seal.PreparedAppend;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;
import java.util.function.Function;

/** A list over entries that decodes an entry on each access. */
final class LazyEntries<T> extends AbstractList<T> implements RandomAccess {

  private final List<PreparedAppend.Entry> entries;
  private final Function<PreparedAppend.Entry, T> reading;

  LazyEntries(List<PreparedAppend.Entry> entries, Function<PreparedAppend.Entry, T> reading) {
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
