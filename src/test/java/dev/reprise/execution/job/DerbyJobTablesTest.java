package dev.reprise.execution.job;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

/** On Derby, where the tables have a schema of their own. */
class DerbyJobTablesTest extends JobTablesContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }

  @Override
  String schema() {
    return "JBATCH.";
  }
}
