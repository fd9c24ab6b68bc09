package dev.reprise.operations.bulk;

import dev.reprise.agent.Role;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.queue.row.RunRow;
import dev.reprise.run.Requester;
import java.util.Optional;

/** Reads the rows of bulk operations and of their items. */
final class BulkRow {

  static final String SELECT = "SELECT * FROM bulk_operation ";

  static final String SELECT_ITEM =
      """
      SELECT item_number, run_id, seen_epoch, seen_sequence, status, error_code, error_detail
      FROM bulk_item
      """;

  private BulkRow() {}

  static BulkOperation operation(Row row) {
    return new BulkOperation(
        row.id("id"),
        row.text("tenant"),
        new BulkOperation.Order(
            row.constant(BulkAct.class, "act"),
            row.text("run_filter"),
            row.optionalText("reason"),
            new Requester(
                row.text("requested_by"), row.optionalConstant(Role.class, "requester_role")),
            row.optionalId("requested_by_key")),
        row.constant(BulkStatus.class, "status"),
        new BulkOperation.Counts(
            row.integer("total"), row.integer("succeeded"), row.integer("failed")),
        new BulkOperation.Times(
            row.instant("created_at"),
            row.optionalInstant("started_at"),
            row.optionalInstant("ended_at")));
  }

  static BulkClaim claim(Row row) {
    return new BulkClaim(operation(row), row.number("epoch"));
  }

  static BulkItem item(Row row) {
    Optional<RunRow.Version> seen =
        row.optionalNumber("seen_epoch")
            .map(epoch -> new RunRow.Version(epoch, row.number("seen_sequence")));
    Optional<BulkItem.Refusal> refusal =
        row.optionalText("error_code")
            .map(code -> new BulkItem.Refusal(code, row.text("error_detail")));
    return new BulkItem(
        row.integer("item_number"),
        row.id("run_id"),
        seen,
        row.constant(BulkItemStatus.class, "status"),
        refusal);
  }
}
