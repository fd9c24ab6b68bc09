package dev.reprise.run;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresRunRecordTest extends RunRecordContract {

  @Override
  protected DataSource database() {
    return TestDatabases.postgres();
  }
}
