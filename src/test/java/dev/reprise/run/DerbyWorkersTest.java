package dev.reprise.run;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class DerbyWorkersTest extends WorkersContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
