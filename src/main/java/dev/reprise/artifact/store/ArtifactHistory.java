package dev.reprise.artifact.store;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.CallsOfDay;
import dev.reprise.platform.jdbc.JdbcTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** What people have decided about artifacts, and how their calls ended day by day. */
@ApplicationScoped
public class ArtifactHistory {

  private final DataSource database;

  @Inject
  public ArtifactHistory(DataSource database) {
    this.database = database;
  }

  /**
   * Returns what people have decided about an artifact, the newest first; at most {@value
   * ChangeTable#SHOWN}.
   *
   * @throws SQLException if the database fails
   */
  public List<ArtifactChange> changes(ArtifactKey key) throws SQLException {
    return JdbcTransaction.single(database, transaction -> ChangeTable.list(transaction, key));
  }

  /**
   * Returns how the calls of a tenant ended, by day; only days with calls, the oldest first.
   *
   * @param role only of this role; empty for all
   * @param method only of this method; empty for all
   * @throws SQLException if the database fails
   */
  public List<CallsOfDay> trends(
      String tenant, LocalDate from, Optional<String> role, Optional<String> method)
      throws SQLException {
    return JdbcTransaction.single(
        database, transaction -> DayTable.list(transaction, tenant, from, role, method));
  }
}
