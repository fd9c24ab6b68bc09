package dev.reprise.webhook;

import dev.reprise.journal.Outbox;
import dev.reprise.journal.RunEvent;
import dev.reprise.journal.Writer;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Inserts a delivery for each webhook that wants an event, in the transaction that appends the
 * event.
 *
 * <p>One statement finds the webhooks and inserts, so that a webhook receives each event from its
 * creation on, whichever server appends it. It is executed only for the few kinds of events that
 * can be told. A webhook is told once of an event of several kinds, of the first one that it wants.
 * No constraint refers to the webhook, because a webhook that is deleted at the same moment must
 * not fail the append.
 */
@ApplicationScoped
class WebhookOutbox implements Outbox {

  /** The row of a run that is claimed counts the servers that were lost while they held it. */
  private static final String PUT =
      """
      INSERT INTO webhook_delivery (webhook_id, run_id, sequence, event, happened_at, status,
                                    attempts, epoch, due_at)
      SELECT w.id, e.run_id, e.sequence, CAST(? AS VARCHAR(64)), e.recorded_at, 'PENDING',
             0, 0, CURRENT_TIMESTAMP
      FROM webhook w JOIN event e ON e.tenant = w.tenant
      WHERE w.tenant = ? AND w.enabled = TRUE AND w.events LIKE ?
        AND e.run_id = ? AND e.sequence = ?
        AND NOT EXISTS (
          SELECT 1 FROM webhook_delivery d
          WHERE d.webhook_id = w.id AND d.run_id = e.run_id AND d.sequence = e.sequence)""";

  private static final String PUT_RECOVERY =
      PUT + " AND EXISTS (SELECT 1 FROM run r WHERE r.id = e.run_id AND r.lost_with IS NOT NULL)";

  @Override
  public boolean takes(RunEvent event) {
    return !EventKind.of(event).isEmpty();
  }

  @Override
  public void put(Connection transaction, Writer writer, long sequence, RunEvent event)
      throws SQLException {
    for (EventKind kind : EventKind.of(event)) {
      put(transaction, writer, sequence, kind);
    }
  }

  private static void put(Connection transaction, Writer writer, long sequence, EventKind kind)
      throws SQLException {
    try (PreparedStatement statement =
        transaction.prepareStatement(kind == EventKind.RECOVERED ? PUT_RECOVERY : PUT)) {
      statement.setString(1, kind.eventName());
      statement.setString(2, writer.tenant());
      statement.setString(3, "% " + kind.eventName() + " %");
      statement.setString(4, writer.run().toString());
      statement.setLong(5, sequence);
      statement.executeUpdate();
    }
  }
}
