package dev.reprise.execution.job;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresJobTablesTest extends JobTablesContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }

  @Override
  String schema() {
    return "public.";
  }
}
