package dev.reprise.budget;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyDayBudgetsTest extends DayBudgetsContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
