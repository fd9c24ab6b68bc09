package dev.reprise.run;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyRetentionTest extends RetentionContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
