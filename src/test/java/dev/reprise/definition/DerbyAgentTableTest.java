package dev.reprise.definition;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class DerbyAgentTableTest extends AgentTableContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
