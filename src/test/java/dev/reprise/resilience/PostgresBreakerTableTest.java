package dev.reprise.resilience;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresBreakerTableTest extends BreakerTableContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
