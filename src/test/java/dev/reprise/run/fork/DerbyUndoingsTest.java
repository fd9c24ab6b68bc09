package dev.reprise.run.fork;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyUndoingsTest extends UndoingsContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
