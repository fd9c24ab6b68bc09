package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresFairQueueTest extends FairQueueContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
