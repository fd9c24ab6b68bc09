package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresPauseTest extends PauseContract {

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }
}
