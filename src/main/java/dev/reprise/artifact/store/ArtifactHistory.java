package dev.reprise.artifact.store;

import dev.reprise.artifact.ArtifactKey;
import dev.reprise.artifact.CallsOfDay;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/** What people have decided about artifacts, and how their calls ended day by day. */
@ApplicationScoped
public class ArtifactHistory {

  private final Database database;

  @Inject
  public ArtifactHistory(Database database) {
    this.database = database;
  }

  /**
   * Returns what people have decided about an artifact, the newest first; at most {@value
   * ChangeTable#SHOWN}.
   *
   * @throws DatabaseException if the database fails
   */
  public List<ArtifactChange> changes(ArtifactKey key) {
    return database.single(transaction -> ChangeTable.list(transaction, key));
  }

  /**
   * Returns how the calls of a tenant ended, by day; only days with calls, the oldest first.
   *
   * @param role only of this role; empty for all
   * @param method only of this method; empty for all
   * @throws DatabaseException if the database fails
   */
  public List<CallsOfDay> trends(
      String tenant, LocalDate from, Optional<String> role, Optional<String> method) {
    return database.single(transaction -> DayTable.list(transaction, tenant, from, role, method));
  }
}
