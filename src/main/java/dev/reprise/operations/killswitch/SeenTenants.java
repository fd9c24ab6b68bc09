package dev.reprise.operations.killswitch;

import dev.reprise.journal.audit.AuditRecord;
import dev.reprise.platform.jdbc.Database;
import dev.reprise.platform.jdbc.DatabaseException;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * The tenants whose users have done something: they have an entry in their audit record, or a run.
 * Tested by {@code SeenTenantsTest}.
 */
@ApplicationScoped
public class SeenTenants {

  private static final String RUN = "SELECT id FROM run WHERE tenant = ? FETCH FIRST 1 ROW ONLY";

  private final Database database;
  private final AuditRecord audit;

  @Inject
  public SeenTenants(Database database, AuditRecord audit) {
    this.database = database;
    this.audit = audit;
  }

  /**
   * Returns whether a tenant is one of them.
   *
   * @throws DatabaseException if the database fails
   */
  public boolean has(String tenant) {
    return audit.size(tenant) > 0 || database.first(RUN, row -> row.id("id"), tenant).isPresent();
  }
}
