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
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.run.AgentRef;
import dev.reprise.run.Requester;
import java.util.Optional;

/** A batch as its row has it. Tested by {@code BatchStoreTest}. */
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

  private BatchRow() {}

  static void insert(JdbcTransaction transaction, Batch batch) {
    BatchWork work = batch.work();
    BatchLimits limits = batch.limits();
    transaction.insert(
        RowValues.of("batch")
            .set("id", batch.id())
            .set("tenant", batch.tenant())
            .set("name", work.name())
            .set("agent", work.agent().name())
            .set("agent_version", work.agent().version())
            .set("workspace", work.workspace())
            .set("submitted_by", work.submitter().name())
            .set("submitter_role", work.submitter().role())
            .set("priority", work.priority())
            .set("sample_of", work.sampleOf())
            .set("run_mode", work.mode())
            .set("concurrency", limits.concurrency())
            .set("limit_usd", limits.usd())
            .set("limit_tokens", limits.tokens())
            .set("limit_failures", limits.failures())
            .set("limit_ratio", limits.failureRatio())
            .set("status", BatchStatus.LOADING)
            .zero("items", "completed", "failed", "cancelled", "skipped", "usd", "tokens")
            .zero("last_number", "epoch", "ended_at_claim")
            .set("created_at", batch.times().createdAt())
            .now("updated_at"));
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
