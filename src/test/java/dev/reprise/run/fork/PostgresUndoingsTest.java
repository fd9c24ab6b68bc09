package dev.reprise.run.fork;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresUndoingsTest extends UndoingsContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
