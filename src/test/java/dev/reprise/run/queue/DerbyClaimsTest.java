package dev.reprise.run.queue;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyClaimsTest extends ClaimsContract {

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }
}
