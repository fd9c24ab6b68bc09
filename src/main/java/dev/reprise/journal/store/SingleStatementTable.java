package dev.reprise.journal.store;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Outbox;
import dev.reprise.journal.seal.PreparedAppend;
import dev.reprise.platform.jdbc.Commit;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * Writes the appends of a single run in one round trip: fence, events and commit are one statement.
 *
 * <p>If the UPDATE had to wait for another writer, PostgreSQL evaluates its condition again on the
 * newest version of the row. It inserts only for updated rows. So the fence is as strict as in a
 * transaction of several statements.
 */
final class SingleStatementTable extends EventTable {

  /** More than a run usually appends at once; each number of events is a statement to prepare. */
  private static final int MAX_EVENTS = 8;

  /** How many parameters {@link #fill} sets. */
  private static final int COLUMNS_OF_A_ROW = 8;

  private static final String VALUES =
      "(CAST(? AS BIGINT), ?, CAST(? AS INTEGER), CAST(? AS TIMESTAMPTZ), ?, ?, ?, ?," + " ?)";

  /** The statement for each number of events, from 1 on. */
  private static final List<String> SQL =
      IntStream.rangeClosed(1, MAX_EVENTS).mapToObj(SingleStatementTable::sql).toList();

  SingleStatementTable(DataSource database, Outbox outbox) {
    super(database, outbox, PayloadColumn.TEXT);
  }

  @Override
  List<AppendBatch> writeRounds(List<List<AppendBatch>> rounds) throws SQLException {
    boolean single = rounds.size() == 1 && rounds.getFirst().size() == 1;
    return single && fits(rounds.getFirst().getFirst())
        ? write(rounds.getFirst().getFirst())
        : super.writeRounds(rounds);
  }

  private boolean fits(AppendBatch batch) {
    return batch.isAdvance() && batch.entries().size() <= MAX_EVENTS && !isNoted(batch);
  }

  private List<AppendBatch> write(AppendBatch batch) throws SQLException {
    List<PreparedAppend.Entry> entries = batch.entries();
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(SQL.get(entries.size() - 1))) {
      int index = 1;
      for (Object parameter : batch.row().parameters()) {
        statement.setObject(index++, parameter);
      }
      for (PreparedAppend.Entry entry : entries) {
        statement.setLong(index++, entry.position().sequence());
        fill(statement, index, entry.row());
        index += COLUMNS_OF_A_ROW;
      }
      return Commit.of(statement::executeUpdate) > 0 ? List.of() : List.of(batch);
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
           e.seal_key, e.cipher_key, e.blob
    FROM advanced a CROSS JOIN (VALUES %s) AS e (sequence, type, version, recorded_at, payload,
      hash, seal_key, cipher_key, blob)\
    """
        .formatted(FencedUpdate.ADVANCE, COLUMNS, values);
  }
}
