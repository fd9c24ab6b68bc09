package dev.reprise.run;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresRunsTest extends RunsContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
