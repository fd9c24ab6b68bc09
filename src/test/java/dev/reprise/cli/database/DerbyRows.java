package dev.reprise.cli.database;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;

/** Rows of Derby with a column of each type, and with rows that come after those that they name. */
final class DerbyRows {

  static final String LATER = "ffffffff-0000-7000-8000-000000000001";
  private static final String EARLIER = "00000000-0000-7000-8000-000000000001";

  static final String JOB =
      """
      INSERT INTO JBATCH.JBATCH_JOBINSTANCE (batchstatus, createtime, instancestate, jobname, numexecs)
      VALUES (1, TIMESTAMP('2018-11-04 00:15:00'), 1, 'gone', 1)""";

  private static final String RUN =
      """
      INSERT INTO run (id, tenant, agent, agent_version, workspace, submitted_by, status, epoch,
                       last_sequence, created_at, updated_at, parent, spent_usd)
      VALUES ('%s', 'default', 'surveyor', 'v', 'here', 'ana', 'QUEUED', 0, 2,
              TIMESTAMP('2018-11-04 00:00:00'), CURRENT_TIMESTAMP, %s, %s)""";

  private static final String EVENT =
      """
      INSERT INTO event (run_id, sequence, tenant, epoch, type, version, recorded_at, payload, hash,
                         seal_key, cipher_key, blob)
      VALUES (?, ?, 'default', 1, 'run.created', 1, ?, ?, 'h', '', '', '')""";

  private static final String[] OTHERS = {
    """
    INSERT INTO artifact_day (tenant, role_name, method, call_date, successes, intrinsic, adaptive, extrinsic)
    VALUES ('default', 'r', 'm', DATE('2018-11-04'), 1, 2, 3, 9223372036854775807)""",
    """
    INSERT INTO mcp_tool (server, name, digest, description, arguments, read_only, taken_at)
    VALUES ('s', 'n', 'd', 'd', 'a', TRUE, CURRENT_TIMESTAMP)""",
    """
    INSERT INTO learned_tool_cost (tenant, tool, dearest, updated_at)
    VALUES ('default', 't', 0.1, CURRENT_TIMESTAMP)""",
    """
    INSERT INTO artifact_change (id, tenant, role_name, method, action, changed_by, reason, changed_at, document)
    VALUES ('short', 'default', 'r', 'm', 'PROMOTE', 'ana', 'ä', CURRENT_TIMESTAMP, 'a document')""",
    "UPDATE schedule_gate SET turn = 7",
    """
    INSERT INTO JBATCH.JBATCH_JOBINSTANCE (batchstatus, createtime, instancestate, numexecs, jobxml)
    VALUES (1, TIMESTAMP('2018-11-04 00:15:00.5'), 1, 1, CAST(X'00ff10' AS BLOB))""",
    """
    INSERT INTO JBATCH.JBATCH_JOBEXECUTION (batchstatus, createtime, execnum, fk_jobinstanceid)
    VALUES (1, CURRENT_TIMESTAMP, 1, 1)""",
    """
    INSERT INTO JBATCH.JBATCH_STEPTHREADEXECUTION (batchstatus, m_commit, m_filter, internalstatus, partnum,
      m_processskip, m_read, m_readskip, m_rollback, stepname, m_write, m_writeskip, fk_jobexecid, ispartitionedstep)
    VALUES (1, 1, 1, 1, 1, 1, 1, 1, 1, 's', 1, 1, 1, 1)""",
    "INSERT INTO JBATCH.JBATCH_JOBPARAMETER (name, value, fk_jobexecid) VALUES ('runId', 'r', 1)",
    "INSERT INTO JBATCH.JBATCH_JOBPARAMETER (name, value, fk_jobexecid) VALUES ('runId', 'r', 1)",
  };

  private DerbyRows() {}

  static void insert(Connection derby) throws SQLException {
    try (Statement statement = derby.createStatement()) {
      statement.execute(RUN.formatted(LATER, "NULL", "12345.000000001"));
      statement.execute(RUN.formatted(EARLIER, "'%s'".formatted(LATER), "NULL"));
      for (String other : OTHERS) {
        statement.execute(other);
      }
    }
    event(derby, 1, "2018-11-04T00:30:00.123456789Z", "{\"text\": \"Grüße 🦉\"}");
    event(derby, 2, "2026-03-29T01:59:59.999999999Z", "{}");
  }

  private static void event(Connection derby, long sequence, String time, String payload)
      throws SQLException {
    try (PreparedStatement insert = derby.prepareStatement(EVENT)) {
      insert.setString(1, LATER);
      insert.setLong(2, sequence);
      ColumnType.TIME.set(insert, 3, Instant.parse(time));
      insert.setBytes(4, payload.getBytes(StandardCharsets.UTF_8));
      insert.executeUpdate();
    }
  }
}
