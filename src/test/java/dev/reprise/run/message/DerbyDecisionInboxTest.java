package dev.reprise.run.message;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyDecisionInboxTest extends DecisionInboxContract {

  @Override
  protected DataSource database() {
    return TestDatabases.derby();
  }
}
