package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresExpiredLeasesTest extends ExpiredLeasesContract {

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }
}
