package dev.reprise.run.fork;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresUndoRegistryTest extends UndoRegistryContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
