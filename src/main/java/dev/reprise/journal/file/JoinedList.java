package dev.reprise.journal.file;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** Two lists as one, without a copy. */
final class JoinedList<T> extends AbstractList<T> implements RandomAccess {

  private final List<T> first;
  private final List<T> then;

  JoinedList(List<T> first, List<T> then) {
    this.first = first;
    this.then = then;
  }

  @Override
  public T get(int index) {
    return index < first.size() ? first.get(index) : then.get(index - first.size());
  }

  @Override
  public int size() {
    return first.size() + then.size();
  }
}
