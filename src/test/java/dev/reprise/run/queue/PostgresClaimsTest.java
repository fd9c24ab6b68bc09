package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresClaimsTest extends ClaimsContract {

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }
}
