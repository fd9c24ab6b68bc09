package dev.reprise.resilience;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class DerbyBreakerTableTest extends BreakerTableContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
