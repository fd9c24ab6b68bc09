package dev.reprise.journal.audit;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresAuditRecordTest extends AuditRecordContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
