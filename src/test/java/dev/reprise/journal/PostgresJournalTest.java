package dev.reprise.journal;

import javax.sql.DataSource;

class PostgresJournalTest extends JournalContract {

  @Override
  DataSource database() {
    return TestDatabases.postgres();
  }
}
