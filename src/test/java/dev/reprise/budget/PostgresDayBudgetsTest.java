package dev.reprise.budget;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresDayBudgetsTest extends DayBudgetsContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
