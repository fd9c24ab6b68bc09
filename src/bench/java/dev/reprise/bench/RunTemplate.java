package dev.reprise.bench;

import static java.util.Collections.nCopies;

import dev.reprise.journal.FencedUpdate;
import dev.reprise.journal.Position;
import dev.reprise.journal.RecordedEvent;
import dev.reprise.journal.seal.EventEncoder;
import dev.reprise.journal.store.EventReader;
import dev.reprise.platform.jdbc.DatabaseException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A run that a server has carried out or accepted, as the pattern of others.
 *
 * @param shared the values of its row that its copies share, in the order of the columns here
 */
record RunTemplate(List<RecordedEvent> events, List<@Nullable Object> shared) {

  private static final int MOST_EVENTS = 1000;

  private static final List<String> SHARED =
      List.of(
          "agent",
          "agent_version",
          "workspace",
          "submitted_by",
          "submitter_role",
          "status",
          "epoch",
          "last_sequence",
          "owner",
          "execution",
          "priority");

  private static final String SELECT =
      "SELECT %s FROM run WHERE id = ?".formatted(String.join(", ", SHARED));

  private static final String INSERT =
      "INSERT INTO run (id, tenant, created_at, updated_at, due_at, %s) VALUES (?, ?, ?, ?, ?, %s)"
          .formatted(String.join(", ", SHARED), String.join(", ", nCopies(SHARED.size(), "?")));

  /** Reads a run, whose record the product's reader verifies. */
  static RunTemplate of(DataSource database, UUID run) {
    EventEncoder encoder = RecordProtection.fromSystemProperties().encoder(Clock.systemUTC());
    List<RecordedEvent> events =
        new EventReader(database, encoder.check())
            .page(run, Position.START, MOST_EVENTS).stream()
                .map(row -> encoder.read(row.event(), row.content()))
                .toList();
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(SELECT)) {
      select.setString(1, run.toString());
      try (ResultSet row = select.executeQuery()) {
        row.next();
        return new RunTemplate(events, shared(row));
      }
    } catch (SQLException e) {
      throw new DatabaseException(e);
    }
  }

  /** Returns which version of its agent the run pins. */
  String agentVersion() {
    return String.valueOf(shared.get(SHARED.indexOf("agent_version")));
  }

  private static List<@Nullable Object> shared(ResultSet row) throws SQLException {
    List<@Nullable Object> values = new ArrayList<>();
    for (String column : SHARED) {
      values.add(row.getObject(column));
    }
    return values;
  }

  /** Returns the statement that inserts the row of a copy; a queued copy is due at once. */
  FencedUpdate row(UUID id, String tenant, Timestamp at) {
    boolean isQueued = "QUEUED".equals(shared.get(SHARED.indexOf("status")));
    List<@Nullable Object> values = new ArrayList<>();
    values.add(id.toString());
    values.add(tenant);
    values.add(at);
    values.add(at);
    values.add(isQueued ? at : null);
    values.addAll(shared);
    return FencedUpdate.of(INSERT, values.toArray());
  }
}
