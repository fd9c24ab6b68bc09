package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyChildRunsTest extends ChildRunsContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
