package dev.reprise.run;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyRunRecordTest extends RunRecordContract {

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }
}
