package dev.reprise.batch.store;

import dev.reprise.batch.BatchAct;
import dev.reprise.batch.BatchActKind;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.RowValues;
import dev.reprise.queue.row.ReasonEncryption;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;

/** The statements on what people did with batches. Reasons are stored like those of runs. */
@ApplicationScoped
public class BatchActTable {

  private static final String OF =
      """
      SELECT act_number, act, done_by, reason, done_at FROM batch_act
      WHERE batch_id = ? ORDER BY act_number\
      """;

  private final ReasonEncryption reasons;

  @Inject
  public BatchActTable(ReasonEncryption reasons) {
    this.reasons = reasons;
  }

  /** The caller has locked the row of the batch, or just inserted it. */
  void add(JdbcTransaction transaction, UUID batch, BatchAct act) {
    int before =
        transaction
            .first(
                "SELECT COUNT(*) AS acts FROM batch_act WHERE batch_id = ?",
                row -> row.integer("acts"),
                batch)
            .orElseThrow();
    String reason = reasons.hide(batch, ReasonEncryption.Kind.BATCH_ACT, before + 1L, act.reason());
    transaction.insert(
        RowValues.of("batch_act")
            .set("batch_id", batch)
            .set("act_number", before + 1)
            .set("act", act.kind())
            .set("done_by", act.by())
            .set("reason", reason)
            .set("done_at", act.at()));
  }

  List<BatchAct> of(JdbcTransaction transaction, UUID batch) {
    return transaction.rows(
        OF,
        row ->
            new BatchAct(
                row.constant(BatchActKind.class, "act"),
                row.text("done_by"),
                reasons.show(
                    batch,
                    ReasonEncryption.Kind.BATCH_ACT,
                    row.number("act_number"),
                    row.text("reason")),
                row.instant("done_at")),
        batch);
  }
}
