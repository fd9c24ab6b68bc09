package dev.reprise.definition;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresAgentTableTest extends AgentTableContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
