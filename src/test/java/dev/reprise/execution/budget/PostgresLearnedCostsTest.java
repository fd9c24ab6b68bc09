package dev.reprise.execution.budget;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresLearnedCostsTest extends LearnedCostsContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
