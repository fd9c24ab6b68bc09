package dev.reprise.resilience;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class PostgresQuotaTableTest extends QuotaTableContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
