package dev.reprise.journal.store;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.platform.jdbc.Commit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;

/**
 * Writes what a lone run appends in one round trip: fence, events and commit are one statement.
 *
 * <p>PostgreSQL evaluates the condition of the UPDATE again on the newest version of the row when
 * it had to wait for another writer, and inserts only for rows that were updated; so the fence is
 * as strict as in a transaction of several statements.
 */
final class SingleStatementTable extends EventTable {

  /** More events than a lone run ever appends at once; each number is a statement to prepare. */
  private static final int MAX_EVENTS = 8;

  /** How many parameters {@link #fill} fills in. */
  private static final int COLUMNS_OF_A_ROW = 9;

  private static final String VALUES =
      "(CAST(? AS BIGINT), ?, CAST(? AS INTEGER), CAST(? AS TIMESTAMPTZ), ?, ?,"
          + " CAST(? AS SMALLINT), ?, ?, ?)";

  SingleStatementTable(DataSource database) {
    super(database);
  }

  @Override
  List<AppendBatch> writeRounds(List<List<AppendBatch>> rounds) throws SQLException {
    boolean lone = rounds.size() == 1 && rounds.getFirst().size() == 1;
    return lone && fits(rounds.getFirst().getFirst())
        ? write(rounds.getFirst().getFirst())
        : super.writeRounds(rounds);
  }

  private static boolean fits(AppendBatch stretch) {
    return stretch.row().isAdvance() && stretch.entries().size() <= MAX_EVENTS;
  }

  private List<AppendBatch> write(AppendBatch stretch) throws SQLException {
    List<PreparedAppend.Entry> entries = stretch.entries();
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql(entries.size()))) {
      int index = 1;
      for (Object parameter : stretch.row().parameters()) {
        statement.setObject(index++, parameter);
      }
      for (PreparedAppend.Entry entry : entries) {
        statement.setLong(index++, entry.position().sequence());
        fill(statement, index, entry.row());
        index += COLUMNS_OF_A_ROW;
      }
      return Commit.of(statement::executeUpdate) > 0 ? List.of() : List.of(stretch);
    }
  }

  private static String sql(int events) {
    String values = String.join(", ", Collections.nCopies(events, VALUES));
    return """
    WITH advanced AS (
      %s
      RETURNING id, tenant, epoch)
    INSERT INTO event (%s)
    SELECT a.id, e.sequence, a.tenant, a.epoch, e.type, e.version, e.recorded_at, e.payload, e.hash,
           e.form, e.seal_key, e.cipher_key, e.blob
    FROM advanced a CROSS JOIN (VALUES %s) AS e (sequence, type, version, recorded_at, payload,
      hash, form, seal_key, cipher_key, blob)"""
        .formatted(FencedUpdate.ADVANCE, COLUMNS, values);
  }
}
