package dev.reprise.resilience;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresQuotaTableTest extends QuotaTableContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
