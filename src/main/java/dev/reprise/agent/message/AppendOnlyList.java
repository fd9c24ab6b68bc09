package dev.reprise.agent.message;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * An immutable list that is cheap to extend: the longer list shares the elements of the shorter
 * one, so a conversation of n messages takes n steps to build and not n².
 */
final class AppendOnlyList<E> extends AbstractList<E> implements RandomAccess {

  /**
   * The elements of this list and of the lists that extend it. The first {@link #size} are this
   * list's.
   */
  private final List<E> shared;

  private final int size;

  private AppendOnlyList(List<E> shared) {
    this.shared = shared;
    this.size = shared.size();
  }

  /** Returns a list of these elements. */
  static <E> AppendOnlyList<E> of(List<? extends E> elements) {
    return elements instanceof AppendOnlyList<?>
        ? cast(elements)
        : new AppendOnlyList<>(new ArrayList<>(List.copyOf(elements)));
  }

  @SuppressWarnings("unchecked") // no caller can add elements to this list
  private static <E> AppendOnlyList<E> cast(List<? extends E> elements) {
    return (AppendOnlyList<E>) elements;
  }

  /** Returns a list of these elements and then {@code more}. */
  AppendOnlyList<E> with(List<? extends E> more) {
    List<E> added = List.copyOf(more);
    synchronized (shared) {
      if (shared.size() == size) {
        shared.addAll(added);
        return new AppendOnlyList<>(shared);
      }
    }
    // Another list extends this one already, for example when two readers continue the same
    // journal.
    List<E> copy = new ArrayList<>(this);
    copy.addAll(added);
    return new AppendOnlyList<>(copy);
  }

  @Override
  public E get(int index) {
    return shared.get(Objects.checkIndex(index, size));
  }

  @Override
  public int size() {
    return size;
  }
}
