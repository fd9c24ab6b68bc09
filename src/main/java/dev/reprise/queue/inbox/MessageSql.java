package dev.reprise.queue.inbox;

import dev.reprise.run.state.WaitReason;

/** The SQL statements for messages, which run on both Derby and PostgreSQL. */
final class MessageSql {

  /**
   * Counts one more message if the run has not ended. A run that waits because it loops is due. A
   * message does not change since when a run waits for people, so {@code updated_at} stays.
   */
  static final String COUNT =
      """
      UPDATE run SET messages = messages + 1,
                     due_at = CASE WHEN waiting_for = '%s' THEN CURRENT_TIMESTAMP ELSE due_at END
      WHERE id = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')"""
          .formatted(WaitReason.LOOP.code());

  static final String COUNTED = "SELECT messages FROM run WHERE id = ?";

  static final String INSERT =
      """
      INSERT INTO run_message (run_id, number, posted_by, posted_at, reason, text, cipher_key)
      VALUES (?, ?, ?, CURRENT_TIMESTAMP, ?, ?, ?)""";

  static final String FORGET =
      """
      DELETE FROM run_message
      WHERE run_id = ? AND NOT EXISTS (SELECT r.id FROM run r WHERE r.id = ?)""";

  /** The limit is the number of messages that a run reads in one append. */
  static final String AFTER =
      """
      SELECT number, posted_by, posted_at, reason, text, cipher_key FROM run_message
      WHERE run_id = ? AND number > ? ORDER BY number FETCH FIRST 20 ROWS ONLY""";

  static final String SENDERS = "SELECT DISTINCT posted_by FROM run_message WHERE run_id = ?";

  private MessageSql() {}
}
