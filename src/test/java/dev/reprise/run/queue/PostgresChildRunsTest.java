package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresChildRunsTest extends ChildRunsContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
