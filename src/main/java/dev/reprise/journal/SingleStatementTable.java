package dev.reprise.journal;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
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
  Set<Append> write(List<Append> appends) throws SQLException {
    List<Append.Entry> entries =
        appends.stream().flatMap(append -> append.entries().stream()).toList();
    if (!isOneWritersAdvance(appends) || entries.size() > MAX_EVENTS) {
      return super.write(appends);
    }
    return write(appends.getFirst().writer(), entries) ? Set.of() : refused(appends);
  }

  /** Returns whether they stand behind each other in one journal and change nothing but its end. */
  private static boolean isOneWritersAdvance(List<Append> appends) {
    Writer writer = appends.getFirst().writer();
    long next = appends.getFirst().start();
    for (Append append : appends) {
      if (!append.writer().equals(writer) || append.start() != next || !append.row().isAdvance()) {
        return false;
      }
      next = append.end().sequence() + 1;
    }
    return true;
  }

  private boolean write(Writer writer, List<Append.Entry> entries) throws SQLException {
    long from = entries.getFirst().position().sequence() - 1;
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql(entries.size()))) {
      statement.setLong(1, from + entries.size());
      statement.setString(2, writer.run().toString());
      statement.setLong(3, writer.epoch());
      statement.setLong(4, from);
      int index = 5;
      for (Append.Entry entry : entries) {
        statement.setLong(index++, entry.position().sequence());
        statement.setString(index++, entry.type());
        statement.setString(index++, entry.payload());
        statement.setString(index++, entry.position().hash());
      }
      return statement.executeUpdate() > 0;
    }
  }

  private static Set<Append> refused(List<Append> appends) {
    Set<Append> refused = Collections.newSetFromMap(new IdentityHashMap<>());
    refused.addAll(appends);
    return refused;
  }

  private static String sql(int events) {
    String values = String.join(", ", Collections.nCopies(events, "(CAST(? AS BIGINT), ?, ?, ?)"));
    return """
    WITH advanced AS (
      UPDATE run SET last_sequence = ? WHERE id = ? AND epoch = ? AND last_sequence = ?
      RETURNING id, tenant, epoch)
    INSERT INTO event (%s)
    SELECT a.id, e.sequence, a.tenant, a.epoch, e.type, %d, CURRENT_TIMESTAMP, e.payload, e.hash
    FROM advanced a CROSS JOIN (VALUES %s) AS e (sequence, type, payload, hash)"""
        .formatted(COLUMNS, EventType.VERSION, values);
  }
}
