package dev.reprise.journal;

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

  SingleStatementTable(DataSource database) {
    super(database);
  }

  @Override
  List<Stretch> writeRounds(List<List<Stretch>> rounds) throws SQLException {
    boolean lone = rounds.size() == 1 && rounds.getFirst().size() == 1;
    return lone && fits(rounds.getFirst().getFirst())
        ? write(rounds.getFirst().getFirst())
        : super.writeRounds(rounds);
  }

  private static boolean fits(Stretch stretch) {
    return stretch.row().isAdvance() && stretch.entries().size() <= MAX_EVENTS;
  }

  private List<Stretch> write(Stretch stretch) throws SQLException {
    List<Append.Entry> entries = stretch.entries();
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql(entries.size()))) {
      int index = 1;
      for (Object parameter : stretch.row().parameters()) {
        statement.setObject(index++, parameter);
      }
      for (Append.Entry entry : entries) {
        statement.setLong(index++, entry.position().sequence());
        statement.setString(index++, entry.type());
        statement.setInt(index++, entry.version());
        statement.setString(index++, entry.payload());
        statement.setString(index++, entry.position().hash());
      }
      return statement.executeUpdate() > 0 ? List.of() : List.of(stretch);
    }
  }

  private static String sql(int events) {
    String values =
        String.join(
            ", ", Collections.nCopies(events, "(CAST(? AS BIGINT), ?, CAST(? AS INTEGER), ?, ?)"));
    return """
    WITH advanced AS (
      %s
      RETURNING id, tenant, epoch)
    INSERT INTO event (%s)
    SELECT a.id, e.sequence, a.tenant, a.epoch, e.type, e.version, CURRENT_TIMESTAMP, e.payload, e.hash
    FROM advanced a CROSS JOIN (VALUES %s) AS e (sequence, type, version, payload, hash)"""
        .formatted(RowChange.ADVANCE, COLUMNS, values);
  }
}
