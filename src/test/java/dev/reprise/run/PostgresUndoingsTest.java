package dev.reprise.run;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class PostgresUndoingsTest extends UndoingsContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
