package dev.reprise.resilience;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyBreakerTableTest extends BreakerTableContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
