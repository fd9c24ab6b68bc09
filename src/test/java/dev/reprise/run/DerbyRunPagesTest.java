package dev.reprise.run;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class DerbyRunPagesTest extends RunPagesContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
