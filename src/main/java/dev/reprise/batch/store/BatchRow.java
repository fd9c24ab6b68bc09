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
import dev.reprise.platform.jdbc.Row;
import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import java.util.Optional;

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

  static void insert(JdbcTransaction transaction, Batch batch) {
    BatchWork work = batch.work();
    BatchLimits limits = batch.limits();
    transaction.update(
        INSERT,
        batch.id(),
        batch.tenant(),
        work.name(),
        work.agent().name(),
        work.agent().version(),
        work.workspace(),
        work.submitter().name(),
        work.submitter().role(),
        work.priority(),
        work.sampleOf(),
        work.mode().name(),
        limits.concurrency(),
        limits.usd(),
        limits.tokens(),
        limits.failures(),
        limits.failureRatio(),
        batch.times().createdAt());
  }

  static Batch read(Row row) {
    return new Batch(
        row.id("id"),
        row.text("tenant"),
        work(row),
        limits(row),
        totals(row),
        new Batch.State(
            row.constant(BatchStatus.class, "status"),
            row.optionalConstant(BatchStatus.class, "requested"),
            row.optionalText("reason"),
            hold(row)),
        new Batch.Holder(
            row.optionalText("owner"), row.number("epoch"), row.optionalNumber("execution")),
        new Batch.Times(
            row.instant("created_at"),
            row.optionalInstant("started_at"),
            row.optionalInstant("ended_at"),
            pace(row)));
  }

  private static Optional<Hold> hold(Row row) {
    return row.optionalText("hold_reason")
        .map(
            reason ->
                new Hold(
                    reason,
                    row.optionalInstant("held_until"),
                    row.optionalAmount("needed_usd").map(Cost::shortest)));
  }

  private static Optional<Batch.Pace> pace(Row row) {
    return row.optionalInstant("claimed_at")
        .map(since -> new Batch.Pace(since, row.integer("ended_at_claim")));
  }

  private static BatchWork work(Row row) {
    return new BatchWork(
        row.optionalText("name"),
        new AgentRef(row.text("agent"), row.text("agent_version")),
        row.text("workspace"),
        new Requester(row.text("submitted_by"), row.optionalConstant(Role.class, "submitter_role")),
        row.integer("priority"),
        row.optionalInteger("sample_of"),
        row.constant(BatchMode.class, "run_mode"));
  }

  private static BatchLimits limits(Row row) {
    return new BatchLimits(
        row.integer("concurrency"),
        row.optionalAmount("limit_usd").map(Cost::shortest),
        row.optionalNumber("limit_tokens"),
        row.optionalInteger("limit_failures"),
        row.optionalReal("limit_ratio"));
  }

  private static BatchTotals totals(Row row) {
    return new BatchTotals(
        row.integer("items"),
        row.integer("completed"),
        row.integer("failed"),
        row.integer("cancelled"),
        row.integer("skipped"),
        Cost.shortest(row.amount("usd")),
        row.number("tokens"),
        row.number("last_number"));
  }
}
