package dev.reprise.run;

import dev.reprise.journal.TestDatabases;
import javax.sql.DataSource;

class DerbyUndoingsTest extends UndoingsContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
