package dev.reprise.execution.budget;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyLearnedCostsTest extends LearnedCostsContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
