package dev.reprise.queue.inbox;

/** The SQL statements for posted decisions, which run on both Derby and PostgreSQL. */
final class DecisionSql {

  static final String LOCK_ACTIVE =
      """
      UPDATE run SET updated_at = CURRENT_TIMESTAMP
      WHERE id = ? AND status IN ('QUEUED', 'RUNNING', 'WAITING', 'PAUSED')""";

  static final String ABOUT = "SELECT number FROM run_decision WHERE run_id = ? AND call_key = ?";

  static final String NEXT =
      "SELECT COALESCE(MAX(number), 0) + 1 FROM run_decision WHERE run_id = ?";

  /**
   * A waiting or paused run takes its decisions; one that has ended takes none. Each poll of the
   * queue executes this, so Derby gets the order of the join as a hint, with the table first that
   * is nearly always empty; other databases see a comment.
   */
  static final String DELIVERABLE =
      """
      SELECT d.run_id, d.number, d.type, d.version, d.decision, d.cipher_key
      FROM --DERBY-PROPERTIES joinOrder=FIXED
           run_decision d JOIN run r ON r.id = d.run_id
      WHERE r.status NOT IN ('QUEUED', 'RUNNING')
      ORDER BY d.posted_at, d.number FETCH FIRST 100 ROWS ONLY""";

  static final String OF_RUN =
      """
      SELECT run_id, number, type, version, decision, cipher_key
      FROM run_decision WHERE run_id = ? ORDER BY number""";

  static final String DELETE = "DELETE FROM run_decision WHERE run_id = ? AND number = ?";

  private DecisionSql() {}
}
