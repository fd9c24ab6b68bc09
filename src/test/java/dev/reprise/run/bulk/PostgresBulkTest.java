package dev.reprise.run.bulk;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresBulkTest extends BulkContract {

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }
}
