package dev.reprise.journal.store;

import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Removes large payloads that no event refers to: those of erased runs, and those whose events were
 * refused. An append touches its blob before it writes the event, so a blob that was touched in the
 * last hour stays.
 */
@ApplicationScoped
public class BlobCleanup {

  /** Longer than any append takes between its blob and its event. */
  static final Duration LATELY = Duration.ofHours(1);

  private static final int AT_ONCE = 500;

  private static final String UNUSED =
      """
      b.touched_at < ? AND NOT EXISTS (
        SELECT 1 FROM event e WHERE e.blob = b.address AND e.tenant = b.tenant AND e.blob <> '')\
      """;

  private static final String FIND =
      "SELECT b.tenant, b.address FROM blob b WHERE %s FETCH FIRST %d ROWS ONLY"
          .formatted(UNUSED, AT_ONCE);

  /** Checks again: an append may have touched the blob in between. */
  private static final String REMOVE =
      "DELETE FROM blob b WHERE b.tenant = ? AND b.address = ? AND " + UNUSED;

  private final Database database;

  @Inject
  BlobCleanup(Database database) {
    this.database = database;
  }

  private record Place(String tenant, String address) {}

  /**
   * Removes unused blobs, each in a transaction of its own.
   *
   * @return how many were removed
   * @throws DatabaseException if the database fails; blobs that were removed before stay removed
   */
  public int sweep(Instant now) {
    Instant before = now.minus(LATELY);
    int removed = 0;
    List<Place> unused;
    do {
      unused =
          database.rows(FIND, row -> new Place(row.text("tenant"), row.text("address")), before);
      for (Place place : unused) {
        removed += database.update(REMOVE, place.tenant(), place.address(), before);
      }
    } while (unused.size() == AT_ONCE);
    return removed;
  }
}
