package dev.reprise.run;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresRunPageQueryTest extends RunPageQueryContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
