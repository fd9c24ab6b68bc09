package dev.reprise.run;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyRunsTest extends RunsContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
