package dev.reprise.definition;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class PostgresAgentTableTest extends AgentTableContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
