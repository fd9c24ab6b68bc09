package dev.reprise.journal;

import dev.reprise.journal.store.TestDatabases;
import javax.sql.DataSource;

class PostgresJournalTest extends JournalContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
