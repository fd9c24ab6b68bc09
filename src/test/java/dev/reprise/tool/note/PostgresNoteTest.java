package dev.reprise.tool.note;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresNoteTest extends NoteContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
