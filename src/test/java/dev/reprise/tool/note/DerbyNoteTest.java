package dev.reprise.tool.note;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class DerbyNoteTest extends NoteContract {

  @Override
  DataSource database() {
    return TestDatabases.derby();
  }
}
