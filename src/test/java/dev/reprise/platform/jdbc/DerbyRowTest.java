package dev.reprise.platform.jdbc;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyRowTest extends RowContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
