package dev.reprise.journal.store;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

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

  private final DataSource database;

  @Inject
  BlobCleanup(DataSource database) {
    this.database = database;
  }

  private record Place(String tenant, String address) {}

  /**
   * Removes unused blobs, each in a transaction of its own.
   *
   * @return how many were removed
   * @throws SQLException if the database fails; blobs that were removed before stay removed
   */
  public int sweep(Instant now) throws SQLException {
    Timestamp before = Timestamp.from(now.minus(LATELY));
    try (Connection connection = database.getConnection()) {
      int removed = 0;
      List<Place> unused;
      do {
        unused = find(connection, before);
        for (Place place : unused) {
          removed += remove(connection, place, before);
        }
      } while (unused.size() == AT_ONCE);
      return removed;
    }
  }

  private static List<Place> find(Connection connection, Timestamp before) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FIND)) {
      statement.setTimestamp(1, before);
      List<Place> places = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          places.add(new Place(rows.getString(1), rows.getString(2)));
        }
      }
      return places;
    }
  }

  private static int remove(Connection connection, Place place, Timestamp before)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(REMOVE)) {
      statement.setString(1, place.tenant());
      statement.setString(2, place.address());
      statement.setTimestamp(3, before);
      return statement.executeUpdate();
    }
  }
}
