package dev.reprise.run.fork;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyForksTest extends ForksContract {

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }
}
