package dev.reprise.journal.store;

import dev.reprise.journal.JournalUnavailableException;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import dev.reprise.platform.jdbc.SchemaMigration;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * The sizes of records: the bytes of their events' payloads as rows and blobs store them. They are
 * counted on request, so that no append pays for it.
 */
@ApplicationScoped
public class RecordSizes {

  private static final String PAYLOADS =
      "event e LEFT JOIN blob b ON b.tenant = e.tenant AND b.address = e.blob AND e.blob <> ''";

  private final Database database;
  private final String sum;

  @Inject
  RecordSizes(Database database, DataSource source) {
    this.database = database;
    String length = SchemaMigration.isPostgres(source) ? "OCTET_LENGTH" : "LENGTH";
    this.sum =
        "SUM(CAST(%s(e.payload) + COALESCE(%s(b.content), 0) AS BIGINT))".formatted(length, length);
  }

  /** Returns the size of one run's record. */
  public long of(UUID run) {
    return of(List.of(run)).getOrDefault(run, 0L);
  }

  /**
   * Returns the size of each record; a run without a record is absent.
   *
   * @throws JournalUnavailableException if the database does not answer
   */
  public Map<UUID, Long> of(Collection<UUID> runs) {
    if (runs.isEmpty()) {
      return Map.of();
    }
    String sql =
        "SELECT e.run_id, %s AS bytes FROM %s WHERE e.run_id IN (%s) GROUP BY e.run_id"
            .formatted(sum, PAYLOADS, String.join(", ", Collections.nCopies(runs.size(), "?")));
    Map<UUID, Long> sizes = new HashMap<>();
    try {
      database.rows(sql, row -> sizes.put(row.id("run_id"), row.number("bytes")), runs.toArray());
      return sizes;
    } catch (DatabaseException e) {
      throw new JournalUnavailableException("measure", runs.iterator().next(), e);
    }
  }

  /**
   * Returns the statement that sums the records of many runs.
   *
   * @param runs selects their ids
   */
  public String total(String runs) {
    return "SELECT %s FROM %s WHERE e.run_id IN (%s)".formatted(sum, PAYLOADS, runs);
  }
}
