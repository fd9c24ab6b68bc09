package dev.reprise.resilience;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyRateLimitPauseTableTest extends RateLimitPauseTableContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
