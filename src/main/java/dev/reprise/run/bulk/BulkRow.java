package dev.reprise.run.bulk;

import dev.reprise.agent.Role;
import dev.reprise.run.Requester;
import dev.reprise.run.RunRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Reads the rows of bulk operations and of their items. */
final class BulkRow {

  static final String SELECT =
      """
      SELECT id, tenant, act, run_filter, reason, requested_by, requester_role, requested_by_key, status, total,
             succeeded, failed, epoch, created_at, started_at, ended_at
      FROM bulk_operation
      """;

  static final String SELECT_ITEM =
      """
      SELECT item_number, run_id, seen_epoch, seen_sequence, status, error_code, error_detail
      FROM bulk_item
      """;

  private BulkRow() {}

  static BulkOperation operation(ResultSet row) throws SQLException {
    return new BulkOperation(
        UUID.fromString(row.getString("id")),
        row.getString("tenant"),
        new BulkOperation.Order(
            BulkAct.valueOf(row.getString("act")),
            row.getString("run_filter"),
            Optional.ofNullable(row.getString("reason")),
            new Requester(
                row.getString("requested_by"),
                Optional.ofNullable(row.getString("requester_role")).map(Role::valueOf)),
            Optional.ofNullable(row.getString("requested_by_key")).map(UUID::fromString)),
        BulkStatus.valueOf(row.getString("status")),
        new BulkOperation.Counts(
            row.getInt("total"), row.getInt("succeeded"), row.getInt("failed")),
        new BulkOperation.Times(
            row.getTimestamp("created_at").toInstant(),
            time(row, "started_at"),
            time(row, "ended_at")));
  }

  static BulkClaim claim(ResultSet row) throws SQLException {
    return new BulkClaim(operation(row), row.getLong("epoch"));
  }

  static BulkItem item(ResultSet row) throws SQLException {
    long epoch = row.getLong("seen_epoch");
    Optional<RunRow.Version> seen =
        row.wasNull()
            ? Optional.empty()
            : Optional.of(new RunRow.Version(epoch, row.getLong("seen_sequence")));
    String code = row.getString("error_code");
    String detail = row.getString("error_detail");
    return new BulkItem(
        row.getInt("item_number"),
        UUID.fromString(row.getString("run_id")),
        seen,
        BulkItemStatus.valueOf(row.getString("status")),
        code == null ? Optional.empty() : Optional.of(new BulkItem.Refusal(code, detail)));
  }

  private static Optional<Instant> time(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getTimestamp(column)).map(Timestamp::toInstant);
  }
}
