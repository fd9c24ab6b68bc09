package dev.reprise.run.message;

import dev.reprise.run.state.WaitReason;

/** What is asked and changed about messages, in SQL that Derby and PostgreSQL both run. */
final class MessageSql {

  /** Counts one more, if the run can still take it; one that waits for a word is woken by it. */
  static final String COUNT =
      """
      UPDATE run SET messages = messages + 1, updated_at = CURRENT_TIMESTAMP,
                     due_at = CASE WHEN waiting_for = '%s' THEN CURRENT_TIMESTAMP ELSE due_at END
      WHERE id = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')"""
          .formatted(WaitReason.LOOP.code());

  static final String COUNTED = "SELECT messages, tenant FROM run WHERE id = ?";

  static final String INSERT =
      """
      INSERT INTO run_message (run_id, number, tenant, posted_by, posted_at, reason, text,
                               cipher_key)
      VALUES (?, ?, ?, ?, CURRENT_TIMESTAMP, ?, ?, ?)""";

  static final String FORGET =
      """
      DELETE FROM run_message
      WHERE run_id = ? AND NOT EXISTS (SELECT r.id FROM run r WHERE r.id = ?)""";

  /** As many as a run takes in one append. */
  static final String AFTER =
      """
      SELECT number, posted_by, posted_at, reason, text, cipher_key FROM run_message
      WHERE run_id = ? AND number > ? ORDER BY number FETCH FIRST 20 ROWS ONLY""";

  private MessageSql() {}
}
