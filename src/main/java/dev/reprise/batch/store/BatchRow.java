package dev.reprise.batch.store;

import dev.reprise.agent.Cost;
import dev.reprise.agent.Role;
import dev.reprise.batch.Batch;
import dev.reprise.batch.BatchLimits;
import dev.reprise.batch.BatchMode;
import dev.reprise.batch.BatchStatus;
import dev.reprise.batch.BatchTotals;
import dev.reprise.batch.BatchWork;
import dev.reprise.batch.Hold;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** A batch as its row has it. */
final class BatchRow {

  static final String SELECT =
      """
      SELECT b.id, b.tenant, b.name, b.agent, b.agent_version, b.workspace, b.submitted_by,
             b.submitter_role, b.priority, b.sample_of, b.run_mode, b.concurrency, b.limit_usd,
             b.limit_tokens,
             b.limit_failures, b.limit_ratio, b.status, b.requested, b.reason, b.hold_reason, b.held_until, b.needed_usd, b.items,
             b.completed, b.failed, b.cancelled, b.skipped, b.usd, b.tokens, b.last_number, b.owner, b.epoch,
             b.execution, b.claimed_at, b.ended_at_claim, b.created_at, b.started_at, b.ended_at
      FROM batch b
      """;

  private static final String INSERT =
      """
      INSERT INTO batch (id, tenant, name, agent, agent_version, workspace, submitted_by,
                         submitter_role, priority, sample_of, run_mode, concurrency, limit_usd, limit_tokens,
                         limit_failures, limit_ratio, status, items, completed, failed, cancelled,
                         skipped, usd, tokens, last_number, epoch, ended_at_claim, created_at,
                         updated_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'LOADING', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
              ?, CURRENT_TIMESTAMP)\
      """;

  private BatchRow() {}

  static void insert(JdbcTransaction transaction, Batch batch) throws SQLException {
    BatchWork work = batch.work();
    BatchLimits limits = batch.limits();
    transaction.update(
        INSERT,
        batch.id(),
        batch.tenant(),
        work.name().orElse(null),
        work.agent().name(),
        work.agent().version(),
        work.workspace(),
        work.submitter().name(),
        work.submitter().role().map(Role::name).orElse(null),
        work.priority(),
        work.sampleOf().orElse(null),
        work.mode().name(),
        limits.concurrency(),
        limits.usd().orElse(null),
        limits.tokens().orElse(null),
        limits.failures().orElse(null),
        limits.failureRatio().orElse(null),
        Timestamp.from(batch.times().createdAt()));
  }

  static Batch read(ResultSet row) throws SQLException {
    return new Batch(
        UUID.fromString(row.getString("id")),
        row.getString("tenant"),
        work(row),
        limits(row),
        totals(row),
        new Batch.State(
            BatchStatus.valueOf(row.getString("status")),
            Optional.ofNullable(row.getString("requested")).map(BatchStatus::valueOf),
            Optional.ofNullable(row.getString("reason")),
            hold(row)),
        new Batch.Holder(
            Optional.ofNullable(row.getString("owner")),
            row.getLong("epoch"),
            number(row, "execution")),
        new Batch.Times(
            row.getTimestamp("created_at").toInstant(),
            time(row, "started_at"),
            time(row, "ended_at"),
            pace(row)));
  }

  private static Optional<Hold> hold(ResultSet row) throws SQLException {
    String reason = row.getString("hold_reason");
    return reason == null
        ? Optional.empty()
        : Optional.of(
            new Hold(
                reason,
                time(row, "held_until"),
                Optional.ofNullable(row.getBigDecimal("needed_usd")).map(Cost::shortest)));
  }

  private static Optional<Batch.Pace> pace(ResultSet row) throws SQLException {
    int before = row.getInt("ended_at_claim");
    return time(row, "claimed_at").map(since -> new Batch.Pace(since, before));
  }

  private static BatchWork work(ResultSet row) throws SQLException {
    return new BatchWork(
        Optional.ofNullable(row.getString("name")),
        new AgentRef(row.getString("agent"), row.getString("agent_version")),
        row.getString("workspace"),
        new Requester(
            row.getString("submitted_by"),
            Optional.ofNullable(row.getString("submitter_role")).map(Role::valueOf)),
        row.getInt("priority"),
        number(row, "sample_of").map(Math::toIntExact),
        BatchMode.valueOf(row.getString("run_mode")));
  }

  private static BatchLimits limits(ResultSet row) throws SQLException {
    double ratio = row.getDouble("limit_ratio");
    boolean hasRatio = !row.wasNull();
    return new BatchLimits(
        row.getInt("concurrency"),
        Optional.ofNullable(row.getBigDecimal("limit_usd")).map(Cost::shortest),
        number(row, "limit_tokens"),
        number(row, "limit_failures").map(Math::toIntExact),
        hasRatio ? Optional.of(ratio) : Optional.empty());
  }

  private static BatchTotals totals(ResultSet row) throws SQLException {
    return new BatchTotals(
        row.getInt("items"),
        row.getInt("completed"),
        row.getInt("failed"),
        row.getInt("cancelled"),
        row.getInt("skipped"),
        usd(row.getBigDecimal("usd")),
        row.getLong("tokens"),
        row.getLong("last_number"));
  }

  static BigDecimal usd(BigDecimal amount) {
    return Cost.shortest(amount);
  }

  static Optional<Instant> time(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getTimestamp(column)).map(Timestamp::toInstant);
  }

  static Optional<Long> number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(value);
  }
}
