package dev.reprise.queue.row;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyRunPageQueryTest extends RunPageQueryContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
