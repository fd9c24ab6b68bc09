package dev.reprise.crash;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/** The table of events, read and disturbed directly and not through the server; PostgreSQL only. */
record EventStore(DataSource database) {

  /**
   * The error that PostgreSQL reports when the disk is full. Of all changes, only the sequence's
   * stays.
   */
  private static final String REFUSE =
      """
      CREATE SEQUENCE IF NOT EXISTS refusals;
      CREATE OR REPLACE FUNCTION refuse() RETURNS trigger AS $$
        BEGIN
          PERFORM nextval('refusals');
          RAISE EXCEPTION 'no space left on device' USING ERRCODE = '53100';
        END $$ LANGUAGE plpgsql;
      CREATE TRIGGER refuse BEFORE INSERT ON event EXECUTE FUNCTION refuse()""";

  private static final String INTENTS =
      """
      SELECT run_id || '/' || (payload::json ->> 'phase') || '/' || (payload::json ->> 'iteration')
             || '/' || (payload::json ->> 'callId')
      FROM event WHERE type = 'tool-call.started'""";

  /** Makes every append fail from now on. */
  void refuseAppends() {
    execute(REFUSE);
  }

  /** Ends {@link #refuseAppends}. */
  void takeAppends() {
    execute("DROP TRIGGER refuse ON event");
  }

  /** Returns how many appends have been refused. */
  long refusals() {
    return Long.parseLong(
        query("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM refusals")
            .iterator()
            .next());
  }

  /** Returns how many times servers have claimed runs, all runs together. */
  long admissions() {
    return Long.parseLong(
        query("SELECT count(*) FROM event WHERE type = 'run.admitted'").iterator().next());
  }

  /** Returns how many events of a run are in the table. */
  long events(UUID run) {
    return Long.parseLong(
        query("SELECT count(*) FROM event WHERE run_id = '%s'".formatted(run)).iterator().next());
  }

  /** Returns the runs that have events. */
  Set<UUID> runs() {
    return query(
            "SELECT DISTINCT run_id FROM event WHERE run_id NOT IN (SELECT id FROM audit_record)")
        .stream()
        .map(UUID::fromString)
        .collect(Collectors.toSet());
  }

  /** Returns the idempotency keys of the calls whose intent is recorded. */
  Set<String> intents() {
    return query(INTENTS);
  }

  private void execute(String statements) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private Set<String> query(String query) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      Set<String> values = new HashSet<>();
      while (rows.next()) {
        values.add(rows.getString(1));
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
