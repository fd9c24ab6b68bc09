package dev.reprise.artifact.store;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.CallsOfDay;
import dev.reprise.artifact.Failure;
import dev.reprise.artifact.FailureCounts;
import dev.reprise.platform.jdbc.JdbcTransaction;
import dev.reprise.platform.jdbc.Row;
import dev.reprise.resilience.FailureClass;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The statements on the table of calls by day. Tested by {@code ArtifactStoreTest}. */
final class DayTable {

  private static final String UPDATE =
      """
      UPDATE artifact_day SET successes = successes + ?, intrinsic = intrinsic + ?,
        adaptive = adaptive + ?, extrinsic = extrinsic + ?
      WHERE tenant = ? AND role_name = ? AND method = ? AND call_date = ?\
      """;
  private static final String INSERT =
      """
      INSERT INTO artifact_day
        (successes, intrinsic, adaptive, extrinsic, tenant, role_name, method, call_date)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)\
      """;

  private DayTable() {}

  /** Counts a call; the row of the artifact must be locked, so that no other call is lost. */
  static void count(
      JdbcTransaction transaction, ArtifactKey key, LocalDate day, Optional<Failure> failure) {
    Object[] values = {
      failure.isEmpty() ? 1 : 0,
      one(failure, FailureClass.INTRINSIC),
      one(failure, FailureClass.ADAPTIVE),
      one(failure, FailureClass.EXTRINSIC),
      key.tenant(),
      key.role(),
      key.method(),
      day
    };
    if (!transaction.moves(UPDATE, values)) {
      transaction.update(INSERT, values);
    }
  }

  private static int one(Optional<Failure> failure, FailureClass kind) {
    return failure.filter(it -> it.kind() == kind).isPresent() ? 1 : 0;
  }

  /**
   * Returns the days with calls from a day on, the oldest first.
   *
   * @param role only of this role; empty for all
   * @param method only of this method; empty for all
   */
  static List<CallsOfDay> list(
      JdbcTransaction transaction,
      String tenant,
      LocalDate from,
      Optional<String> role,
      Optional<String> method) {
    List<Object> parameters = new ArrayList<>(List.of(tenant, from));
    role.ifPresent(parameters::add);
    method.ifPresent(parameters::add);
    String only =
        (role.isPresent() ? " AND role_name = ?" : "")
            + (method.isPresent() ? " AND method = ?" : "");
    return transaction.rows(
        """
        SELECT call_date, SUM(successes) AS successes, SUM(intrinsic) AS intrinsic,
          SUM(adaptive) AS adaptive, SUM(extrinsic) AS extrinsic
        FROM artifact_day WHERE tenant = ? AND call_date >= ?%s
        GROUP BY call_date ORDER BY call_date\
        """
            .formatted(only),
        DayTable::read,
        parameters.toArray());
  }

  private static CallsOfDay read(Row row) {
    return new CallsOfDay(
        row.date("call_date"),
        row.number("successes"),
        new FailureCounts(
            row.number("intrinsic"), row.number("adaptive"), row.number("extrinsic")));
  }
}
