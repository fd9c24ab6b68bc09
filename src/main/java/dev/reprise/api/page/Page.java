package dev.reprise.api.page;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a longer list.
 *
 * @param nextCursor requests the next page; absent on the last one
 */
public record Page<T>(List<T> items, Optional<String> nextCursor) implements Paged {

  public Page {
    items = List.copyOf(items);
  }

  /**
   * Returns the first page of a list.
   *
   * @param found up to one entry more than fits, so that it is known whether another page follows
   * @param cursor names the entry that the next page comes after
   */
  public static <T> Page<T> of(List<T> found, int limit, Function<T, String> cursor) {
    List<T> items = found.subList(0, Math.min(limit, found.size()));
    return new Page<>(
        items,
        found.size() > limit ? Optional.of(cursor.apply(items.getLast())) : Optional.empty());
  }

  /** Returns the page with what is shown of each entry. */
  public <V> Page<V> map(Function<T, V> view) {
    return new Page<>(items.stream().map(view).toList(), nextCursor);
  }
}
