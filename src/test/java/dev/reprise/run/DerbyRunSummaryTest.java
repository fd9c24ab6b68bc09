package dev.reprise.run;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyRunSummaryTest extends RunSummaryContract {

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }
}
