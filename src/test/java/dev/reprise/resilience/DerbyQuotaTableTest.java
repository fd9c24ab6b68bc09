package dev.reprise.resilience;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyQuotaTableTest extends QuotaTableContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
