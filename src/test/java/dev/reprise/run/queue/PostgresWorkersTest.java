package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresWorkersTest extends WorkersContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
