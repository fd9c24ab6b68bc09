package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyFairQueueTest extends FairQueueContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
