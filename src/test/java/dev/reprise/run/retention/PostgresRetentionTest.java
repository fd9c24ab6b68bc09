package dev.reprise.run.retention;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresRetentionTest extends RetentionContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
