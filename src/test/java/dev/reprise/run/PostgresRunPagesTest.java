package dev.reprise.run;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class PostgresRunPagesTest extends RunPagesContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
