package dev.reprise.api.batch;

import dev.reprise.batch.Batch;
import dev.reprise.batch.NewItem;
import dev.reprise.batch.source.Item;
import dev.reprise.batch.store.BatchStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Copies the items of a data set into the database, many with each transaction. */
final class BatchLoad {

  private static final int BULK = 500;

  /** From how many characters on a transaction gets no more items: they are all in memory. */
  private static final int BULK_CHARACTERS = 1024 * 1024;

  private final BatchStore store;
  private final Batch batch;
  private final int most;
  private final List<NewItem> items = new ArrayList<>();
  private long characters;
  private int count;
  private int skipped;

  /**
   * @param most how many items the batch gets; the rest of the data set is only checked
   */
  BatchLoad(BatchStore store, Batch batch, int most) {
    this.store = store;
    this.batch = batch;
    this.most = most;
  }

  void add(Item item) {
    if (count == most) {
      return;
    }
    count++;
    items.add(new NewItem(item.number(), item.key(), item.input()));
    characters += item.input().text().length();
    if (items.size() == BULK || characters >= BULK_CHARACTERS) {
      flush();
    }
  }

  private void flush() {
    skipped += store.add(batch, items, skipped);
    items.clear();
    characters = 0;
  }

  /**
   * Adds the rest, and lets servers carry the batch out.
   *
   * @param all how many items the data set has
   */
  void finish(int all) {
    flush();
    store.ready(batch.id(), count, skipped, all > count ? Optional.of(all) : Optional.empty());
  }
}
